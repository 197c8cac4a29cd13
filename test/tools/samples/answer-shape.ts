/** The form of an answer without its values: paths of fields with their JSON types, and names of headers. */
import type { Json } from '../people/http-exchange';

/** Keys of an object that is a map: assets, markets, ids, days. */
const MAP_KEY = /^(?:[A-Z0-9]{2,}(?:-[A-Z0-9]+)*|\d+(?:-\d+)*)$/;
/** Connection headers are not part of the exchange's interface. */
const OF_CONNECTION = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/** A list is described by all its elements, since an optional field may be absent from the first one. */
export function fieldsOf(value: Json): string[] {
  const types = new Map<string, Set<string>>();
  walk(value, '', types);
  const paths = [...types.keys()];
  const isFilled = (path: string) =>
    paths.some((other) => other.startsWith(`${path}[]`) || other.startsWith(`${path}.`));
  const fields: string[] = [];
  for (const [path, names] of types) {
    if (isFilled(path)) for (const empty of ['[]', '{}']) names.delete(empty);
    if (names.size > 0) fields.push(`${path}: ${[...names].sort().join('|')}`);
  }
  return fields.sort();
}

function walk(value: Json, path: string, types: Map<string, Set<string>>): void {
  const add = (type: string) => types.set(path, (types.get(path) ?? new Set()).add(type));
  if (value === null) add('null');
  else if (Array.isArray(value)) {
    if (value.length === 0) add('[]');
    for (const element of value) walk(element, `${path}[]`, types);
  } else if (typeof value === 'object') {
    const keys = Object.keys(value);
    if (keys.length === 0) add('{}');
    const isMap = keys.every((key) => MAP_KEY.test(key));
    for (const key of keys) walk(value[key], `${path === '' ? '' : `${path}.`}${isMap ? '*' : key}`, types);
  } else add(typeof value);
}

export function headersOf(headers: Headers): string[] {
  return [...new Set(headers.keys())].filter((name) => !OF_CONNECTION.has(name)).sort();
}

/** The first line of a table names its columns; a log of JSON lines is described by its first line. */
export function formOfFile(type: string, text: string): string[] {
  const [first] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  if (type === 'text/csv') return [`columns: ${first}`];
  if (type === 'application/jsonl' && first !== '') return fieldsOf(JSON.parse(first));
  return [];
}
