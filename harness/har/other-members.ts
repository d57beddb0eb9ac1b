import { isObject, type JsonObject } from "../../contracts/json.ts";
import { isNamedValue } from "./named-values.ts";

/**
 * An entry without the headers, cookies and parameters in it, which are read by what they mean, and without the body
 * that was answered, which may be encoded: its URLs, comments, what was sent, and all that browsers and proxies add,
 * such as `_initiator`, `_webSocketMessages` and `headersText`.
 */
export function otherMembers(entry: JsonObject): JsonObject {
  return {
    ...entry,
    request: otherOfMessage(entry.request),
    response: otherOfMessage(entry.response),
  };
}

function otherOfMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { content, postData } = message;
  const isText = isObject(content) && typeof content.text === "string";
  return {
    ...message,
    headers: otherOfPairs(message.headers),
    cookies: otherOfPairs(message.cookies),
    queryString: otherOfPairs(message.queryString),
    postData: isObject(postData)
      ? { ...postData, params: otherOfPairs(postData.params) }
      : postData,
    content: isText ? { ...content, text: null } : content,
  };
}

/** What is none of the values that `namedValues` reads, such as comments and the names of files. */
function otherOfPairs(list: unknown): unknown {
  if (Array.isArray(list)) {
    return list.map((one: unknown) =>
      isObject(one) && isNamedValue(one.value) ? { ...one, name: null, value: null } : one,
    );
  }
  if (!isObject(list)) return list;
  return Object.fromEntries(Object.entries(list).filter(([, one]) => !isNamedValue(one)));
}
