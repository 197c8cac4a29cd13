/** The shape of every answer: `{ code, message, data }`, the message in the language of the request. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { AnswerCode } from '../../../shared/rules/codes';
import { fillPlaceholders, placeholdersOf } from '../../../shared/wire/fill';
import { languageOf, type Language } from '../../../shared/wire/languages';
import { factOf } from '../i18n/figures';
import type { ServerTexts } from '../i18n/messages';

export class Envelope {
  constructor(
    readonly code: AnswerCode,
    readonly message: string,
    readonly data: unknown,
  ) {}
}

export function envelopeFor(
  serverTexts: ServerTexts,
  request: FastifyRequest,
  code: AnswerCode,
  data: unknown,
): Envelope {
  return new Envelope(code, fillText(serverTexts, languageFor(request), code, data), data);
}

/** Takes what has headers: a request, or the handshake of a socket. */
export function languageFor({ headers }: { headers: IncomingHttpHeaders }): Language {
  return languageOf(firstHeader(headers.lang), cookieNamed('lang', headers.cookie), headers['accept-language']);
}

/** A text with gaps names figures of the refusal, as the language writes them. */
function fillText(serverTexts: ServerTexts, language: Language, code: AnswerCode, data: unknown): string {
  const text = serverTexts.codeText(language, code);
  const values = data as Readonly<Record<string, string | number>>;
  const figures = placeholdersOf(text).map((gap): [string, string] => [gap, factOf(language, gap, values[gap])]);
  return figures.length === 0 ? text : fillPlaceholders(text, Object.fromEntries(figures));
}

function firstHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

export function cookieNamed(name: string, cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined;
  for (const pair of cookies.split(';', 64)) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}
