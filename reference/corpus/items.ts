import { headlineLanguages } from "./headlines/languages.ts";
import type { TopicNews } from "./headlines/types.ts";
import { opaqueId } from "./opaque-id.ts";
import { places } from "./places.ts";
import type { Random } from "./random.ts";
import type { GazetteerPlace, ItemKind, NewsItem, Publisher, Subtopic, Topic } from "./types.ts";

/** `{Clause}` begins with a capital. */
const frames: readonly [string, ...string[]] = [
  "{Clause} in {place}",
  "{place}: {clause}",
  "{Clause}, new figures from {place} show",
  "{Clause}, and {place} takes notice",
  "As {clause}, {place} asks what comes next",
  "{Clause} after months of talks in {place}",
  "What it means for {place} that {clause}",
  "{Clause}, {place} officials say",
];

const firstNames = ["Amara", "Jonas", "Mei", "Lucía", "Tom", "Priya", "Sofia", "Daniel"] as const;
const lastNames = [
  "Okafor",
  "Lindqvist",
  "Tanaka",
  "Ferrer",
  "Whitlock",
  "Rao",
  "Moretti",
] as const;

/** The newest items are from the day before this fixed date, so that every run is the same. */
const corpusEpoch = Date.parse("2026-05-01T12:00:00Z");
const minute = 60_000;
const rounds = 12;

interface Seat {
  readonly topic: Topic;
  readonly subtopic: Subtopic;
  readonly news: TopicNews;
  readonly clauses: readonly [string, ...string[]];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function headline(random: Random, seat: Seat, language: string, place: GazetteerPlace): string {
  const foreign = headlineLanguages[language];
  if (foreign !== undefined) {
    return random
      .pick(foreign.frames)
      .replace("{topic}", foreign.topics[seat.topic.name] ?? seat.topic.name)
      .replace("{place}", place.name);
  }
  const clause = random.pick(seat.clauses);
  return random
    .pick(frames)
    .replace("{Clause}", capitalised(clause))
    .replace("{clause}", clause)
    .replace("{place}", place.name);
}

function choosePublisher(random: Random, publishers: readonly Publisher[]): Publisher {
  // Half of the news is American and English, so that the most common request has many results.
  const wanted = random.chance(0.5)
    ? publishers.filter(({ country, language }) => country === "us" && language === "en")
    : publishers;
  const [first, ...others] = wanted;
  if (first === undefined) throw new Error("The corpus has no publishers to choose from.");
  return random.pick([first, ...others]);
}

/** American publishers report from any place; the others report from their own country half of the time. */
function choosePlace(random: Random, { country }: Publisher): GazetteerPlace {
  const home = places.find((place) => place.country === country);
  return home !== undefined && country !== "us" && random.chance(0.5) ? home : random.pick(places);
}

function chooseKind(random: Random): ItemKind {
  if (random.chance(0.8)) return "article";
  return random.pick(["story", "storyline", "social_post"] as const);
}

function byLine(random: Random): string {
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

function pathOf(title: string, id: string): string {
  const words = title
    .normalize("NFD")
    .replace(/[^A-Za-z0-9 ]/g, "")
    .trim()
    .toLowerCase()
    .split(/ +/)
    .slice(0, 8)
    .join("-");
  return `/${words === "" ? "news" : words}-${id.slice(-6)}`;
}

function makeItem(
  random: Random,
  seat: Seat,
  publishers: readonly Publisher[],
  turn: number,
): NewsItem {
  const publisher = choosePublisher(random, publishers);
  const place = choosePlace(random, publisher);
  const title = headline(random, seat, publisher.language, place);
  const id = opaqueId("n", `${turn} ${title}`);
  const published = corpusEpoch - turn * 197 * minute - random.integer(150) * minute;
  return {
    kind: chooseKind(random),
    id,
    title,
    url: publisher.url + pathOf(title, id),
    date: `${new Date(published).toISOString().slice(0, 19)}Z`,
    description: random.chance(0.1)
      ? null
      : `${publisher.name} on ${seat.subtopic.name.toLowerCase()}: the background, the people and the numbers from ${place.name}.`,
    image: random.chance(0.12) ? null : `https://images.example/${id}.jpg`,
    authors: random.chance(0.1)
      ? null
      : [byLine(random), ...(random.chance(0.3) ? [byLine(random)] : [])],
    keywords: [...seat.news.keywords, seat.subtopic.name.toLowerCase(), place.name],
    publisher,
    showsFavicon: !random.chance(0.08),
    showsPublicationId: !random.chance(0.12),
    topic: seat.topic,
    subtopic: seat.subtopic,
    place,
  };
}

/** Twelve items for every subtopic, newest first. */
export function makeItems(
  random: Random,
  news: readonly TopicNews[],
  topics: readonly Topic[],
  publishers: readonly Publisher[],
): readonly NewsItem[] {
  const seats: Seat[] = news.flatMap((entry, position) => {
    const topic = topics[position];
    return topic === undefined
      ? []
      : topic.subtopics.map((subtopic) => ({
          topic,
          subtopic,
          news: entry,
          clauses: entry.subtopics.find(({ name }) => name === subtopic.name)?.clauses ?? [
            "there is news",
          ],
        }));
  });
  const items: NewsItem[] = [];
  const titles = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const seat of seats) {
      let item = makeItem(random, seat, publishers, items.length);
      // Two items can get the same headline; another random choice resolves that.
      for (let again = 0; titles.has(item.title) && again < 20; again += 1) {
        item = makeItem(random, seat, publishers, items.length);
      }
      titles.add(item.title);
      items.push(item);
    }
  }
  return items.sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id));
}
