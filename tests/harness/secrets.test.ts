import { describe, expect, it } from "vitest";
import { secretsOf } from "../../harness/secrets/secrets.ts";
import { keys, network, surfaceAt } from "./servers.ts";

describe("secretsOf", () => {
  it("names every key by its variable and every header by its name", () => {
    const news = { ...surfaceAt("http://x"), revoke: { keyEnv: "SPENDABLE", command: "true" } };
    const configuration = {
      surfaces: { news },
      network: { ...network, headers: { "X-Gate": "let-me-in" } },
    };
    const within = (variable: string, values: readonly string[]) =>
      values.map((value) => ({ value, placeholder: expect.stringContaining(variable) }));
    expect(secretsOf(configuration, keys)).toEqual([
      { value: "bk_aggregator-own", placeholder: "$AGGREGATOR_API_KEY", parts: true },
      { value: "bk_aggregator-revoked", placeholder: "$AGGREGATOR_REVOKED_KEY", parts: true },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
      { value: "bk_aggregator-ow", placeholder: "${AGGREGATOR_API_KEY%?}" },
      { value: "bk_aggregator-ow0", placeholder: expect.stringContaining("$AGGREGATOR_API_KEY") },
      ...within("$AGGREGATOR_API_KEY", [
        "bk__ggregator-own",
        "bk_ag_regator-own",
        "bk_aggr_gator-own",
        "bk_aggrega_or-own",
        "bk_aggregato_-own",
        "bk_aggregator-_wn",
      ]),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
      { value: "aggregator-own", placeholder: "${AGGREGATOR_API_KEY#???}" },
      { value: "bk_AGGREGATOR-OWN", placeholder: expect.stringContaining("$AGGREGATOR_API_KEY") },
      { value: "bk_news-own", placeholder: "$NEWS_API_KEY", parts: true },
      { value: "bk_news-revocable", placeholder: "$SPENDABLE", parts: true },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
      { value: "bk_news-ow", placeholder: "${NEWS_API_KEY%?}" },
      { value: "bk_news-ow0", placeholder: expect.stringContaining("$NEWS_API_KEY") },
      ...within("$NEWS_API_KEY", [
        "bk__ews-own",
        "bk_n_ws-own",
        "bk_ne_s-own",
        "bk_news_own",
        "bk_news-_wn",
        "bk_news-o_n",
      ]),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell expression
      { value: "news-own", placeholder: "${NEWS_API_KEY#???}" },
      { value: "bk_NEWS-OWN", placeholder: expect.stringContaining("$NEWS_API_KEY") },
      { value: "let-me-in", placeholder: "[redacted header X-Gate]" },
    ]);
  });

  it("names what revoke commands and headers get from the environment, and nothing without a key", () => {
    const revoke = { keyEnv: "K", command: "true", environment: { CONSOLE_TOKEN: "console-1" } };
    const configuration = {
      surfaces: { news: { ...surfaceAt("http://x"), revoke } },
      network: {
        ...network,
        headers: { "X-Gate": "Gate let-me-in", "X-Client": "tests" },
        headerSecrets: { "X-Gate": ["let-me-in"] },
      },
    };
    const none = { own: null, revoked: null, revocable: null };
    expect(secretsOf(configuration, { aggregator: none, news: none })).toEqual([
      { value: "console-1", placeholder: "$CONSOLE_TOKEN" },
      { value: "let-me-in", placeholder: "[redacted header X-Gate]" },
    ]);
  });
});
