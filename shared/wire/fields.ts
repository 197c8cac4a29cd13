/** Common fields of requests, and the fault codes for them. */
import { z } from 'zod';
import { ACCOUNT_KINDS } from '../rules/account-kinds';
import { FIELD_CODES, type FieldCode } from '../rules/codes';
import { containsAddress } from '../products/identity/rules/links';
import { isPlainText, isReservedName } from '../products/content/rules/plain-text';
import { REASON_PREFIX, reasonOf } from '../rules/staff-reasons';

export const PAGE_SIZE_DEFAULT = 20;
export const PAGE_SIZE_MAX = 200;
export const PRODUCT_PAGE_SIZE_DEFAULT = 100;
const PAGE_INDEX_MAX = 1_000_000;
/** Maximum rows of a user's list, for both its count and its pages. Older rows are available through `before`. */
export const LIST_LENGTH_MAX = 10_000;
const REASON_LENGTH_MAX = 200;

/** A plain decimal: no sign, no exponent, no leading zeros. The rules check its value. */
export const decimal = z
  .string()
  .max(61)
  .regex(/^(0|[1-9]\d{0,29})(\.\d{1,30})?$/, 'decimal')
  .meta({ description: 'decimal string without exponent', example: '0.01' });

/** Makes a retry safe: the same id with the same payload returns the first outcome again. */
export const clientId = z
  .string()
  .min(1)
  .max(36)
  .regex(/^[A-Za-z0-9_-]+$/)
  .meta({ description: 'unique per user; resend it unchanged to retry', example: 'k3v9-001' });

/** Ids of orders, trades, withdrawals and holds: decimal strings, since JSON readers differ on large numbers. */
export const id = z
  .string()
  .max(15)
  .regex(/^[1-9]\d*$/)
  .meta({ example: '42' });

export const userId = z.int().min(1).max(2_000_000_000).meta({ example: 10_000_001 });
export const marketName = z.string().min(1).max(32).meta({ example: 'BTC-USDT' });
export const assetName = z.string().min(1).max(32).meta({ example: 'USDT' });
export const accountKind = z.enum(ACCOUNT_KINDS);
/** A network as listed by staff for a coin. */
export const chainName = z
  .string()
  .min(1)
  .max(16)
  .regex(/^[A-Z0-9]+$/)
  .meta({ example: 'ERC20' });
/** Free text, or a catalogue reason with optional text. Text that merely resembles a catalogue reason is invalid. */
export const reason = z
  .string()
  .trim()
  .min(1)
  .max(REASON_LENGTH_MAX)
  .refine((text) => isPlainText(text, 'many'), 'text.not.plain')
  .refine((text) => !text.startsWith(REASON_PREFIX) || reasonOf(text) !== null, 'format');

/** The same, read by the user whom it is about: it sends them nowhere else. */
export const reasonForUser = reason.refine((text) => !containsAddress(text), 'text.address');

/** User text. Control characters and lone surrogates are rejected, because PostgreSQL cannot store them. */
export const textLine = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { abort: true });
/** The same with line breaks. */
export const textLines = z
  .string()
  .trim()
  .regex(/^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u, { abort: true });

/** Text for other users: without hidden characters and look-alikes. */
const plainText = (lines: 'one' | 'many') => (text: string) => isPlainText(text, lines);
export const plainLine = textLine.refine(plainText('one'), 'text.not.plain');
export const plainLines = textLines.refine(plainText('many'), 'text.not.plain');
/** Text of staff for users. It must not contain addresses; only links may lead elsewhere. */
export const lineForUser = plainLine.refine((text) => !containsAddress(text), 'text.address');
export const linesForUser = plainLines.refine((text) => !containsAddress(text), 'text.address');
/** Public display names. */
export const publicName = plainLine.refine((text) => !isReservedName(text), 'name.reserved');

export const epochMs = z.int().min(0).max(8_640_000_000_000_000).meta({ description: 'epoch milliseconds' });

/** Minimum journal position of the answer. The server waits for it for up to two seconds. */
export const minPosition = z
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .optional()
  .meta({ description: 'answer only when everything up to this position is included' });

/** Figures by day, for all days that overlap the time range. */
export const daysRequest = z.strictObject({ from: epochMs, to: epochMs, minPosition });
export type DaysRequest = z.infer<typeof daysRequest>;

export const pageIndex = z.int().min(1).max(PAGE_INDEX_MAX).default(1);
export const pageSize = z.int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT);
const BEFORE = 'only what is older than this one, with pages from 1 again: the way to what no page reaches';
/** Id of the previous page's last row, such as an order or a transfer. */
export const beforeId = id.optional().meta({ description: BEFORE });
/** `<trade>.<order>`, since a trade between two orders of one user has a fill for each. */
export const beforeFill = z
  .string()
  .regex(/^[1-9]\d{0,14}\.[1-9]\d{0,14}$/)
  .optional()
  .meta({ description: BEFORE, example: '71.42' });
/** Record id as in lists. */
export const beforeRecord = z
  .string()
  .regex(new RegExp(`^(0|[1-9]\\d{0,14})\\.(0|[1-9]\\d{0,5})\\.(${ACCOUNT_KINDS.join('|')})$`))
  .optional()
  .meta({ description: BEFORE, example: '1041.0.spot' });
export const productPageSize = z.int().min(1).max(PAGE_SIZE_MAX).default(PRODUCT_PAGE_SIZE_DEFAULT);

export type SortWay<Column extends string> = `${Column}.${'asc' | 'desc'}`;

/**
 * Sort order of a list over all rows, `<column>.<asc|desc>`; equal rows stay newest first. Prices and amounts of different markets do not
 * compare, so they are sorted within each market. Excludes `before`, which is a position in the unsorted list.
 */
export function sortOf<const Columns extends readonly string[]>(columns: Columns) {
  type Way = SortWay<Columns[number]>;
  const sorts = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`]) as [Way, ...Way[]];
  return z
    .enum(sorts)
    .optional()
    .meta({ description: 'over all rows; absent: newest first. Not together with before' });
}

export function pageOf<T extends z.ZodType>(record: T) {
  return z.object({ records: z.array(record), total: z.int(), pageIndex: z.int(), pageSize: z.int() });
}
export interface Page<T> {
  records: T[];
  total: number;
  pageIndex: number;
  pageSize: number;
}

/** Answer of every command, with its journal position. */
export const commandAnswer = z.object({
  position: z.int().meta({ description: 'journal position of the batch; give it to a query as minPosition' }),
  repeated: z.boolean().meta({ description: 'true when this client id had been accepted before' }),
});
export type CommandAnswer = z.infer<typeof commandAnswer>;
const proposal = z
  .string()
  .meta({ description: 'what was asked is not done: it waits as this proposal for a second of staff' });
/** Answer of every staff command: done, proposed, or done by one person as an act that may expire. */
export const staffAnswer = commandAnswer.extend({
  proposal: proposal.optional(),
  act: z
    .object({ act: id, until: epochMs.nullable() })
    .optional()
    .meta({ description: 'what one of staff did alone; it ends at `until` unless another keeps it' }),
});
export type StaffAnswer = z.infer<typeof staffAnswer>;
/** The same for settings, of which the journal has only a hash or the author; null: done. */
export const settingAnswer = z.object({ proposal: proposal.nullable() });
export type SettingAnswer = z.infer<typeof settingAnswer>;

type Issue = z.core.$ZodRawIssue;

/** Maps a validation issue to its field code. */
export function fieldCodeOf(issue: Issue): FieldCode {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'required';
      return issue.expected === 'int' ? 'out.of.range' : 'type';
    case 'unrecognized_keys':
      return 'unknown';
    case 'too_big':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too.long' : 'out.of.range';
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'too.short' : 'out.of.range';
    case 'invalid_value':
      return issue.input === undefined
        ? 'required'
        : typeof issue.input === typeof issue.values[0]
          ? 'out.of.range'
          : 'type';
    case 'invalid_format':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return 'format';
  }
}

/** A schema may name its own fault, like `decimal`; otherwise the kind of issue decides. */
export function isFieldCode(text: string): text is FieldCode {
  return (FIELD_CODES as readonly string[]).includes(text);
}
