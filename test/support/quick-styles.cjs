/**
 * What style sheets say of an element is found as a browser finds it: where the last part of a selector names a class, an id or
 * a kind of element, only elements that have it are asked about; and what was found holds until the document changes. jsdom
 * asks each of a thousand rules of the kit's components about each element, again for each question. The answers are the
 * same: `client/src/testing/styles.spec.tsx` compares them.
 */
const { implForWrapper } = require('jsdom/lib/jsdom/living/generated/utils.js');
const selectors = require('jsdom/lib/jsdom/living/helpers/selectors.js');

/** Before the module that looks for rules takes it from there. */
function passBy() {
  const { matchesDontThrow } = selectors;
  selectors.matchesDontThrow = (element, selector) =>
    mayMatch(element, selector) && matchesDontThrow(element, selector);
}

/** By selector: what the last parts of its alternatives name, or null where any element may be meant. */
const kept = new Map();
/** By attribute: the classes in it. */
const classes = new Map();

/** False only where jsdom would say so as well. */
function mayMatch(element, selector) {
  let named = kept.get(selector);
  if (named === undefined) kept.set(selector, (named = namedIn(selector)));
  return named === null || named.some((part) => isIn(part, element));
}

function isIn({ kind, id, names, pieces }, element) {
  if (kind !== null && element._localName.toLowerCase() !== kind) return false;
  if (id !== null && element.getAttributeNS(null, 'id') !== id) return false;
  if (names.length === 0 && pieces.length === 0) return true;
  const value = element.getAttributeNS(null, 'class');
  if (value === null || !pieces.every((piece) => value.includes(piece))) return false;
  let own = classes.get(value);
  if (own === undefined) classes.set(value, (own = new Set(value.split(/[\t\n\f\r ]+/))));
  return names.every((name) => own.has(name));
}

const BRACKET = /\[[\w-]+(?:[~^$*]?=(?:"[^"()[\]]*"|'[^'()[\]]*'|[\w-]+))?\]/g;
const PIECE_OF_CLASS = /\[class[~^$*]?=(["']?)([\w -]+)\1\]/g;

function namedIn(selector) {
  // What is no rule for elements, and what is escaped or otherwise out of the common, is left to jsdom.
  if (typeof selector !== 'string' || /[\\|"'[\]@]|\/\*/.test(selector.replace(BRACKET, ''))) return null;
  const parts = apart(selector, /,/).map((one) => {
    const last = apart(one.replace(/^,/, '').trim(), /[\s>+~]/).at(-1);
    return namedInLast(last.replace(/^[\s>+~]/, ''));
  });
  return parts.includes(null) ? null : parts;
}

function namedInLast(compound) {
  // Brackets and states ask for more than the names beside them do, and never for less.
  const [plain, ...others] = apart(compound, /[:[]/);
  const found = /^(\*|[a-zA-Z][\w-]*)?((?:[.#][\w-]+)*)$/.exec(plain);
  if (!found) return null;
  const kind = found[1] === undefined || found[1] === '*' ? null : found[1].toLowerCase();
  const said = [found[2], ...others.map((other) => /[)\]]((?:[.#][\w-]+)+)$/.exec(other)?.[1] ?? '')].join('');
  const names = [...said.matchAll(/\.([\w-]+)/g)].map(([, name]) => name);
  const id = /#([\w-]+)/.exec(said)?.[1] ?? null;
  const pieces = others.flatMap((other) => [...other.matchAll(PIECE_OF_CLASS)].filter(({ index }) => index === 0));
  const isAny = kind === null && id === null && names.length === 0 && pieces.length === 0;
  return isAny ? null : { kind, id, names, pieces: pieces.map(([, , piece]) => piece) };
}

/** A text where it is divided outside of all brackets; what a bracket begins with begins a part. */
function apart(text, divider) {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    const isDivided = depth === 0 && divider.test(sign);
    if (sign === '(' || sign === '[') depth += 1;
    if (sign === ')' || sign === ']') depth -= 1;
    if (isDivided) parts.push('');
    parts[parts.length - 1] += sign;
  }
  return parts;
}

/** The computed style of an element is made once for each state of its document. */
function keepComputedStyles(window) {
  const computed = new WeakMap();
  const { getComputedStyle } = window;
  window.getComputedStyle = function (element, ...pseudo) {
    const document = implForWrapper(element)?._ownerDocument;
    if (!document || (pseudo[0] ?? '') !== '') return getComputedStyle.call(this, element, ...pseudo);
    const known = document._styleCache && computed.get(document._styleCache)?.get(element);
    if (known) return known;
    const found = getComputedStyle.call(this, element);
    let ofState = computed.get(document._styleCache);
    if (!ofState) computed.set(document._styleCache, (ofState = new WeakMap()));
    ofState.set(element, found);
    return found;
  };
}

module.exports = { passBy, keepComputedStyles };
