import type { TopicNews } from "./types.ts";

/** Topics of sports, culture and food. */
export const leisure: readonly TopicNews[] = [
  {
    named: "SPORTS",
    name: "Sports",
    keywords: ["sports", "competition"],
    subtopics: [
      {
        name: "Football",
        clauses: [
          "a late equaliser keeps the title race open",
          "the under-dogs reach their first cup final",
          "fans buy a third of their club",
          "a teenage keeper saves three penalties",
        ],
      },
      {
        name: "Tennis",
        clauses: [
          "a qualifier knocks out the top seed",
          "the doubles champions part ways",
          "clay courts get a blue baseline",
          "rain turns the semi-final into a two-day match",
        ],
      },
      {
        name: "Athletics",
        clauses: [
          "a relay team breaks the indoor record",
          "the marathon moves to a cooler month",
          "a high jumper wins with the last attempt",
          "a former nurse takes gold in the hammer",
        ],
      },
    ],
  },
  {
    named: "ENTERTAINMENT",
    name: "Entertainment",
    keywords: ["entertainment", "culture"],
    subtopics: [
      {
        name: "Film",
        clauses: [
          "a silent comedy wins the audience prize",
          "studios settle with the writers of subtitles",
          "an animated debut tops the box office",
          "the drive-in cinema celebrates its comeback",
        ],
      },
      {
        name: "Music",
        clauses: [
          "a reunion tour sells out in nine minutes",
          "the opera stages its first video game",
          "vinyl presses run through the night",
          "a street choir lands a record deal",
        ],
      },
      {
        name: "Books",
        clauses: [
          "a debut novel wins the readers' award",
          "bookshops outnumber banks in the old quarter",
          "a translator becomes the star of the fair",
          "lost letters of a poet surface at auction",
        ],
      },
    ],
  },
  {
    named: null,
    name: "Food",
    keywords: ["food", "cooking"],
    subtopics: [
      {
        name: "Restaurants",
        clauses: [
          "a noodle bar earns the city's newest star",
          "chefs swap kitchens for a week",
          "street food gets its own market hall",
          "no-show fees split diners and owners",
        ],
      },
      {
        name: "Farming",
        clauses: [
          "late frost halves the apricot harvest",
          "robots weed the first organic fields",
          "dairy farmers try oats between the herds",
          "an heirloom wheat makes a comeback",
        ],
      },
    ],
  },
];
