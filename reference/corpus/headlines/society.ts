import type { TopicNews } from "./types.ts";

/** Topics of public life. */
export const society: readonly TopicNews[] = [
  {
    named: "WORLD",
    name: "World",
    keywords: ["world", "international"],
    subtopics: [
      {
        name: "Diplomacy",
        clauses: [
          "border talks resume after a two-year pause",
          "foreign ministers agree on a new visa pact",
          "mediators extend the ceasefire by ninety days",
          "delegates walk out of the fisheries summit",
          "neighbours reopen the last closed crossing",
        ],
      },
      {
        name: "Migration",
        clauses: [
          "work permits are cleared for thousands of newcomers",
          "reception centres report record arrivals",
          "the asylum backlog falls for the first time in years",
          "volunteers set up language classes at the harbour",
        ],
      },
      {
        name: "Aid and Development",
        clauses: [
          "donors pledge emergency grain shipments",
          "a water project reaches its millionth household",
          "school meals are funded through next spring",
          "engineers rebuild bridges lost in the floods",
        ],
      },
    ],
  },
  {
    named: "NATION",
    name: "Nation",
    keywords: ["politics", "nation"],
    subtopics: [
      {
        name: "Elections",
        clauses: [
          "voters turn out early despite the rain",
          "a recount confirms the narrowest result in decades",
          "parties trade blame over campaign spending",
          "young candidates sweep the council races",
        ],
      },
      {
        name: "Courts",
        clauses: [
          "judges strike down the surveillance order",
          "the appeal in the harbour contracts case opens",
          "jurors hear closing arguments in the pension trial",
          "a court orders the release of sealed files",
        ],
      },
      {
        name: "Housing",
        clauses: [
          "rents level off after four years of rises",
          "empty offices are turned into family flats",
          "a vote on the rent cap is postponed",
          "cooperatives buy their first tower blocks",
        ],
      },
    ],
  },
  {
    named: "HEALTH",
    name: "Health",
    keywords: ["health", "medicine"],
    subtopics: [
      {
        name: "Public Health",
        clauses: [
          "a measles campaign reaches every primary school",
          "hospitals prepare for an early flu season",
          "clean-air rules cut asthma admissions",
          "night clinics open to shorten waiting lists",
        ],
      },
      {
        name: "Medical Research",
        clauses: [
          "a blood test spots liver disease years earlier",
          "trial results revive hopes for a malaria vaccine",
          "surgeons report success with a printed windpipe",
          "a cheap antibiotic proves as good as its successor",
        ],
      },
      {
        name: "Mental Health",
        clauses: [
          "schools hire counsellors for every year group",
          "a helpline answers its ten-millionth call",
          "sleep studies change shift work for nurses",
          "peer support spreads among young farmers",
        ],
      },
    ],
  },
  {
    named: null,
    name: "Education",
    keywords: ["education", "learning"],
    subtopics: [
      {
        name: "Schools",
        clauses: [
          "teachers accept a three-year pay deal",
          "pupils design their own timetable in a pilot",
          "class sizes shrink as new buildings open",
          "the exam reform divides head teachers",
        ],
      },
      {
        name: "Universities",
        allowed: false,
        clauses: [
          "tuition is frozen for a second year",
          "a campus merger creates the largest faculty of law",
          "students win seats on the ethics board",
          "libraries put a century of theses online",
        ],
      },
    ],
  },
  {
    named: null,
    name: "Travel",
    allowed: false,
    keywords: ["travel", "tourism"],
    subtopics: [
      {
        name: "Rail and Air",
        allowed: false,
        clauses: [
          "night trains return after twenty years",
          "airlines agree on refunds for missed connections",
          "the new terminal opens ahead of schedule",
          "ticket offices stay open after protests",
        ],
      },
      {
        name: "Destinations",
        allowed: false,
        clauses: [
          "a visitor cap calms the old town",
          "hikers rediscover the forgotten coast path",
          "museums extend their hours for the summer",
          "small guesthouses beat the hotel chains",
        ],
      },
    ],
  },
];
