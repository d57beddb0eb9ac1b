import type { TopicNews } from "./types.ts";

/** Topics of economy, technology and nature. */
export const economy: readonly TopicNews[] = [
  {
    named: null,
    name: "Climate",
    keywords: ["climate", "environment"],
    subtopics: [
      {
        name: "Climate Policy",
        clauses: [
          "climate ministers back a faster coal exit",
          "a climate levy on private jets clears its first vote",
          "insurers price climate risk street by street",
          "a citizens' climate assembly delivers its report",
          "climate pledges fall short of the new target",
        ],
      },
      {
        name: "Extreme Weather",
        clauses: [
          "a heatwave breaks the April record, climate scientists say",
          "flood defences pass their first real test",
          "drought maps redraw the climate of the wine belt",
          "storm warnings now reach every phone in minutes",
        ],
      },
      {
        name: "Clean Energy",
        clauses: [
          "offshore wind outproduces gas for a whole month",
          "rooftop solar pays back in half the time",
          "the climate fund finances its first heat network",
          "old mines find new life as giant batteries",
        ],
      },
      {
        name: "Biodiversity",
        clauses: [
          "beavers return to the upper river",
          "kelp forests recover faster than climate models predicted",
          "a seed vault doubles its collection",
          "city bees outlive their country cousins",
        ],
      },
    ],
  },
  {
    named: "BUSINESS",
    name: "Business",
    keywords: ["business", "economy"],
    subtopics: [
      {
        name: "Markets",
        clauses: [
          "shares rally after the central bank holds rates",
          "bond yields slip to a two-year low",
          "traders shrug off a weak jobs report",
          "the exchange tests settlement within the hour",
        ],
      },
      {
        name: "Companies",
        clauses: [
          "a family grocer turns down a takeover offer",
          "the shipyard lands its biggest order yet",
          "a carmaker recalls vans over faulty latches",
          "the board names an outsider as chief executive",
        ],
      },
      {
        name: "Labour",
        clauses: [
          "dock workers vote for a four-day week",
          "couriers win sick pay in a landmark deal",
          "wages grow faster than prices again",
          "an apprenticeship drive fills half its places",
        ],
      },
    ],
  },
  {
    named: "TECHNOLOGY",
    name: "Technology",
    keywords: ["technology", "innovation"],
    subtopics: [
      {
        name: "Artificial Intelligence",
        clauses: [
          "regulators publish a test for AI translators",
          "hospitals share an open model for reading scans",
          "chatbots get a curfew in public offices",
          "a start-up trains its model on a solar farm",
          "programmers rate their machine assistants",
        ],
      },
      {
        name: "Cybersecurity",
        clauses: [
          "a patched router flaw still exposes small firms",
          "password managers agree on a common format",
          "a ransomware gang hands over its keys",
          "banks rehearse a day without networks",
        ],
      },
      {
        name: "Chips and Devices",
        clauses: [
          "a chipmaker opens its largest plant yet",
          "repairable phones outsell the flagship models",
          "folding screens survive the million-fold test",
          "quantum sensors leave the laboratory",
        ],
      },
      {
        name: "Internet",
        clauses: [
          "a village network becomes the fastest of the region",
          "browsers drop the last plug-in of the nineties",
          "app stores open to rival payments",
          "satellite internet reaches the fishing fleet",
        ],
      },
    ],
  },
  {
    named: "SCIENCE",
    name: "Science",
    keywords: ["science", "research"],
    subtopics: [
      {
        name: "Space",
        clauses: [
          "a lander sends its first pictures from the lunar pole",
          "astronomers weigh the smallest known galaxy",
          "a cargo capsule docks after two delays",
          "amateur observers catch a comet breaking up",
        ],
      },
      {
        name: "Physics and Chemistry",
        clauses: [
          "a catalyst turns waste heat into hydrogen",
          "muon data deepen an old mystery",
          "a self-healing glass leaves the workshop",
          "the most precise clock gets a rival",
        ],
      },
      {
        name: "Archaeology",
        clauses: [
          "divers map a Bronze Age harbour",
          "a lost road appears in satellite images",
          "a burnt scroll gives up its first lines",
          "pottery shards rewrite the history of trade",
        ],
      },
    ],
  },
];
