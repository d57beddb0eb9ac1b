// Each check of the suite as a test of node:test. Base URLs and keys come from the environment:
//   AGGREGATOR_BASE_URL, AGGREGATOR_API_KEY, NEWS_BASE_URL, NEWS_API_KEY
// Without any of them the built-in reference server is tested.
import { conformanceSuite } from "news-conformance/node-test";

const { AGGREGATOR_BASE_URL: aggregator, NEWS_BASE_URL: news } = process.env;

// What cannot be tested without revoked keys; every report lists it.
const exclusions = [
  "auth.revoked-key-refused",
  "auth.revocation-immediate",
  "auth.revocation-spares-other-keys",
].map((requirement) => ({ requirement, reason: "staging keys cannot be revoked" }));

conformanceSuite(
  aggregator || news
    ? {
        surfaces: {
          ...(aggregator && { aggregator: { baseUrl: aggregator } }),
          ...(news && { news: { baseUrl: news } }),
        },
        exclusions,
      }
    : { target: "reference" },
);
