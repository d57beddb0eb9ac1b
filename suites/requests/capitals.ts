/** A capital with its country and the main language of its news. */
export interface Capital {
  readonly name: string;
  /** Upper-case alpha-2 code. */
  readonly country: string;
  readonly language: string;
}

const rows = `
AE ar Abu Dhabi
AR es Buenos Aires
AT de Vienna
AU en Canberra
BE nl Brussels
BG bg Sofia
BR pt Brasília
CA en Ottawa
CH de Bern
CL es Santiago
CN zh Beijing
CO es Bogotá
CZ cs Prague
DE de Berlin
DK da Copenhagen
EG ar Cairo
ES es Madrid
FI fi Helsinki
FR fr Paris
GB en London
GR el Athens
HU hu Budapest
ID id Jakarta
IE en Dublin
IL he Jerusalem
IN en New Delhi
IT it Rome
JP ja Tokyo
KE en Nairobi
KR ko Seoul
MX es Mexico City
MY ms Kuala Lumpur
NG en Abuja
NL nl Amsterdam
NO no Oslo
NZ en Wellington
PE es Lima
PH en Manila
PK en Islamabad
PL pl Warsaw
PT pt Lisbon
RO ro Bucharest
RU ru Moscow
SA ar Riyadh
SE sv Stockholm
SG en Singapore
TH th Bangkok
TR tr Ankara
TW zh Taipei
UA uk Kyiv
US en Washington
VN vi Hanoi
ZA en Pretoria
`;

export const capitals: readonly Capital[] = rows
  .trim()
  .split("\n")
  .map((row) => {
    const [country = "", language = "", ...name] = row.split(" ");
    return { name: name.join(" "), country, language };
  });

/** Cities of the country that `/geolocation` defaults to. */
export const citiesOfDefaultCountry: readonly string[] = [
  "New York",
  "Washington",
  "Los Angeles",
  "Chicago",
  "San Francisco",
  "Houston",
  "Boston",
  "Seattle",
  "Miami",
  "Atlanta",
];
