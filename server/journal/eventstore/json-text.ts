/**
 * Splits and joins JSON as text. The hash covers the stored text, so a batch is split and joined without parsing.
 * Parsing and printing would return this program's form, not the stored text. The texts are canonical, without white
 * space between their parts.
 */

/** The text does not have the expected form. */
export class JsonTextError extends Error {}

/** The values of an object by name, each as its own text. */
export function membersOf(text: string): Map<string, string> {
  const members = new Map<string, string>();
  eachPart(text, '{', '}', (start) => {
    const colon = endOfString(text, start);
    if (text[colon] !== ':') throw new JsonTextError(`no colon at ${colon}`);
    const end = endOfValue(text, colon + 1);
    members.set(text.slice(start + 1, colon - 1), text.slice(colon + 1, end));
    return end;
  });
  return members;
}

/** The values of an array, each as its own text. */
export function elementsOf(text: string): string[] {
  const elements: string[] = [];
  eachPart(text, '[', ']', (start) => {
    const end = endOfValue(text, start);
    elements.push(text.slice(start, end));
    return end;
  });
  return elements;
}

/** `read` consumes one part from its start offset and returns its end offset. */
function eachPart(text: string, open: string, close: string, read: (start: number) => number): void {
  const last = text.length - 1;
  if (text[0] !== open || text[last] !== close) throw new JsonTextError(`not a text from ${open} to ${close}`);
  if (last === 1) return;
  for (let at = 1; ; at++) {
    at = read(at);
    if (at === last) return;
    if (text[at] !== ',') throw new JsonTextError(`no comma at ${at}`);
  }
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        if (depth === 0) return at;
        continue;
      case BRACE:
      case BRACKET:
        depth++;
        break;
      case BRACE_END:
      case BRACKET_END:
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
    }
    at++;
  }
  throw new JsonTextError('the text ends inside a value');
}

/** Offset behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  if (text.charCodeAt(start) !== QUOTE) throw new JsonTextError(`no string at ${start}`);
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    if (!isEscaped(text, end)) return end + 1;
  }
  throw new JsonTextError('the text ends inside a string');
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_END = 0x5d;
const BRACE = 0x7b;
const BRACE_END = 0x7d;
