/**
 * The text of an article as a tree. The check and the display of a text both walk this tree, so that nothing unchecked
 * is shown. Forbidden elements appear in it only by name.
 */
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';

export type Part =
  | { kind: 'text' | 'code' | 'fenced' | 'image'; text: string }
  | { kind: 'break' | 'rule' | 'html' }
  | { kind: 'paragraph' | 'quote' | 'strong' | 'emphasis' | 'struck'; parts: Part[] }
  | { kind: 'heading'; level: number; parts: Part[] }
  | { kind: 'link'; to: string; parts: Part[] }
  /** `start`: null for a list without numbers. */
  | { kind: 'list'; start: number | null; items: Part[][] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] };
export interface Cell {
  align: 'left' | 'center' | 'right' | null;
  parts: Part[];
}

/** Maximum nesting of quotes, lists and emphases, so that every browser can show it. */
const DEPTH_MAX = 24;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' },
};
const CODE_POINT_MAX = 0x10ffff;

class NestingTooDeepError extends Error {}

/** Null if the nesting is too deep. */
export function markdownParts(markdown: string): Part[] | null {
  try {
    return partsOf(new Lexer({ gfm: true }).lex(markdown), 0);
  } catch (error) {
    // The parser recurses as deep as the text is nested and has no limit of its own.
    if (error instanceof NestingTooDeepError || error instanceof RangeError) return null;
    throw error;
  }
}

function partsOf(tokens: readonly Token[] | undefined, depth: number): Part[] {
  if (depth > DEPTH_MAX) throw new NestingTooDeepError();
  const parts: Part[] = [];
  for (const [at, token] of (tokens ?? []).entries()) {
    // Lines of a list item without paragraphs.
    if (at > 0 && token.type === 'text' && token.tokens && tokens?.[at - 1].type === 'text')
      parts.push({ kind: 'text', text: '\n' });
    parts.push(...partIn(token as MarkedToken, depth + 1));
  }
  return parts;
}

function partIn(token: MarkedToken, depth: number): Part[] {
  const nestedParts = () => partsOf('tokens' in token ? token.tokens : [], depth);
  switch (token.type) {
    case 'text':
      return token.tokens ? nestedParts() : [{ kind: 'text', text: decodeEntities(token.text) }];
    case 'escape':
      return [{ kind: 'text', text: token.text }];
    case 'codespan':
      return [{ kind: 'code', text: token.text }];
    case 'code':
      return [{ kind: 'fenced', text: token.text }];
    case 'image':
      return [{ kind: 'image', text: decodeEntities(token.text) }];
    case 'link':
      return [{ kind: 'link', to: decodeEntities(token.href), parts: nestedParts() }];
    case 'heading':
      return [{ kind: 'heading', level: token.depth, parts: nestedParts() }];
    case 'paragraph':
      return [{ kind: 'paragraph', parts: nestedParts() }];
    case 'blockquote':
      return [{ kind: 'quote', parts: nestedParts() }];
    case 'strong':
      return [{ kind: 'strong', parts: nestedParts() }];
    case 'em':
      return [{ kind: 'emphasis', parts: nestedParts() }];
    case 'del':
      return [{ kind: 'struck', parts: nestedParts() }];
    case 'list':
      return [listOf(token, depth)];
    case 'table':
      return [tableOf(token, depth)];
    case 'checkbox':
      return [{ kind: 'text', text: token.checked ? '☑ ' : '☐ ' }];
    case 'br':
      return [{ kind: 'break' }];
    case 'hr':
      return [{ kind: 'rule' }];
    case 'html':
      return [{ kind: 'html' }];
    case 'list_item':
      return nestedParts();
    case 'space':
    case 'def':
      return [];
  }
}

function listOf({ ordered, start, items }: Tokens.List, depth: number): Part {
  return {
    kind: 'list',
    start: ordered ? Number(start) : null,
    items: items.map(({ tokens }) => partsOf(tokens, depth)),
  };
}

function tableOf({ header, rows }: Tokens.Table, depth: number): Part {
  const cellOf = ({ tokens, align }: Tokens.TableCell): Cell => ({ align, parts: partsOf(tokens, depth) });
  return { kind: 'table', head: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) };
}

/** The parser keeps entities, since it is made to write HTML. */
function decodeEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point > 0 && point <= CODE_POINT_MAX ? String.fromCodePoint(point) : '\ufffd';
  });
}
