/**
 * A regular expression for ISO 8601 date-times, for validators that know no such format. Accepts every text that
 * `parseDateTime` reads, and besides only impossible days and times, such as 30 February.
 */
export const dateTimePattern = (() => {
  const month = "(0[1-9]|1[0-2])";
  const day = "(0[1-9]|[12][0-9]|3[01])";
  const week = "(0[1-9]|[1-4][0-9]|5[0-3])";
  const dayOfYear = "([0-2][0-9]{2}|3[0-6][0-9])";
  const year = "([+-][0-9]{2})?[0-9]{4}";
  const hour = "([01][0-9]|2[0-4])";
  const minute = "[0-5][0-9]";
  const second = "([0-5][0-9]|60)";
  const end = `([.,][0-9]+)?([Zz]|[-+\u2212]([01][0-9]|2[0-3])(:?${minute})?)?$`;
  const date = `(${year}-${month}-${day}|[0-9]{4}-W${week}-[1-7]|[0-9]{4}-${dayOfYear})`;
  const basicDate = `(${year}${month}${day}|[0-9]{4}W${week}[1-7]|[0-9]{4}${dayOfYear})`;
  return (
    `^${date}[Tt]${hour}(:${minute}(:${second})?)?${end}|` +
    `^${basicDate}[Tt]${hour}(${minute}(${second})?)?${end}`
  );
})();
