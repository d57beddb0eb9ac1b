import { withMetadata } from "../versions.ts";
import { inArticles, inList } from "./edit.ts";
import type { Fault } from "./fault.ts";

const requirement = "item.members-not-mixed-up";

/** Members that are filled from the wrong column. */
export const mixedUpMemberFaults: readonly Fault[] = [
  {
    name: "picture-of-an-article-is-its-page",
    breaks: requirement,
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "The address of an article's picture is that of the article.",
    ...inArticles((article) => {
      article.image = article.url;
    }),
  },
  {
    name: "old-description-is-the-address",
    breaks: requirement,
    cells: { surface: "aggregator", endpoint: "/search", version: "2024-01-01" },
    sentence: "The description of an article at 2024-01-01 is its address.",
    ...inArticles((article) => {
      if (typeof article.description === "string") article.description = article.url;
    }),
  },
  {
    name: "logo-of-a-publisher-is-its-page",
    breaks: requirement,
    cells: { surface: "news", endpoint: "/search/publishers", version: withMetadata },
    sentence: "The logo of a publisher has the address of the publisher.",
    ...inList("publishers", (publisher) => {
      publisher.logo = publisher.url;
    }),
  },
  {
    name: "links-named-by-their-topic-id",
    breaks: requirement,
    also: ["consistency."],
    cells: { surface: "aggregator", endpoint: "/search", version: withMetadata },
    sentence: "Navigation links have the identifier of their topic for a name.",
    ...inList("navigation_links", (link) => {
      link.name = link.topic_id;
    }),
  },
  {
    name: "countries-named-by-their-code",
    breaks: requirement,
    also: ["plan."],
    cells: { surface: "news", endpoint: "/info/countries" },
    sentence: "Countries have their code for a name.",
    ...inList("countries", (country) => {
      country.name = country.code;
    }),
  },
];
