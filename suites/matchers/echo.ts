import { parseDateTime } from "../../contracts/formats.ts";
import { leaves } from "./json.ts";

function normal(value: string | number | boolean): string {
  return String(value).normalize("NFC").trim().toLowerCase();
}

/** Whether some value inside `parameters` is this text, without regard to case and outer space. */
export function echoesText(parameters: unknown, text: string): boolean {
  return leaves(parameters).some((leaf) => normal(leaf) === normal(text));
}

/**
 * Whether some value inside `parameters` is this one in any normal form: other case, a number for its
 * digits, a date-time for a date, a host with or without `www.`.
 */
export function echoesValue(parameters: unknown, value: string): boolean {
  const wanted = normal(value);
  return leaves(parameters).some((leaf) => {
    const text = normal(leaf);
    if (text === wanted || stripHost(text) === stripHost(wanted)) return true;
    if (/^\d+$/.test(wanted)) return Number(text) === Number(wanted);
    if (!/^\d{4}-\d{2}-\d{2}$/.test(wanted)) return false;
    return text.startsWith(wanted) || sameDay(leaf, wanted);
  });
}

function stripHost(text: string): string {
  return text
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "")
    .replace(/\/$/, "");
}

/** A date may be echoed as a date-time, as seconds or as milliseconds; zones cost a day at most. */
function sameDay(leaf: string | number | boolean, date: string): boolean {
  const wanted = Date.parse(date);
  const day = 86_400_000;
  const times =
    typeof leaf === "number"
      ? [leaf * 1000, leaf]
      : [parseDateTime(String(leaf))?.epochMs ?? Number.NaN];
  return times.some((time) => Math.abs(time - wanted) <= day);
}
