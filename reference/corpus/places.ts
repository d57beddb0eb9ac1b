import type { GazetteerPlace } from "./types.ts";

/** The places of the news. London comes first, since it is the most common sample. */
export const places: readonly [GazetteerPlace, ...GazetteerPlace[]] = [
  { name: "London", country: "gb", aliases: ["greater london"] },
  { name: "New York", country: "us", aliases: ["nyc", "new york city"] },
  { name: "Tokyo", country: "jp", aliases: [] },
  { name: "Paris", country: "fr", aliases: [] },
  { name: "Berlin", country: "de", aliases: [] },
  { name: "San Francisco", country: "us", aliases: ["sf"] },
  { name: "Sydney", country: "au", aliases: [] },
  { name: "Toronto", country: "ca", aliases: [] },
  { name: "Mumbai", country: "in", aliases: ["bombay"] },
  { name: "São Paulo", country: "br", aliases: ["sao paulo"] },
  { name: "Nairobi", country: "ke", aliases: [] },
  { name: "Chicago", country: "us", aliases: [] },
];
