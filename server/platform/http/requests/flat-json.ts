/** JSON of requests, as deep as ours is: what is nested a thousand times takes the parser, and whoever walks it, milliseconds. */
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

/** Whether lists and objects are within one another more than so many times. What is no JSON is told by whoever parses it. */
export function isDeeper(json: string, depthMax: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) at = endOfText(json, at);
    // Both brackets and both braces differ from one another in a bit, and from nothing else of JSON.
    else if ((sign | 0x20) === 0x7b && ++depth > depthMax) return true;
    else if ((sign | 0x20) === 0x7d) depth--;
  }
  return false;
}

/** Of the text that begins with the quotation mark at `from`. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let before = end - 1;
    while (json.charCodeAt(before) === BACKSLASH) before--;
    if ((end - before) % 2 === 1) return end;
  }
  return json.length;
}
