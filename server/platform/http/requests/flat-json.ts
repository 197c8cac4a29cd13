/** Limits the nesting depth of JSON in requests: a depth of a thousand costs the parser and every traversal milliseconds. */
import type { FastifyInstance } from 'fastify';
import { requestInvalid } from '../../errors/refusal';
import { workTime } from '../../work-time';

/** The deepest requests of the table of routes have four levels. */
export const JSON_DEPTH_MAX = 16;

export function parseFlatJson(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeContentTypeParser('application/json');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    workTime.begin(request.payer);
    if (isDeeper(body, JSON_DEPTH_MAX)) done(requestInvalid([{ path: '', code: 'format' }]));
    else void parse(request, body, done);
  });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether lists and objects nest deeper than `depthMax`. The parser reports invalid JSON. */
export function isDeeper(json: string, depthMax: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const characterCode = json.charCodeAt(at);
    if (characterCode === QUOTE) at = endOfText(json, at);
    // `[` and `{`, and `]` and `}`, differ in one bit (0x20); no other character of JSON's syntax maps to them.
    else if ((characterCode | 0x20) === 0x7b && ++depth > depthMax) return true;
    else if ((characterCode | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** The end of the string whose opening quotation mark is at `from`. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
