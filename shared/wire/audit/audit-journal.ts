/**
 * Questions of auditors about the journal itself. They run at the lowest priority with the functions of `npm run
 * audit`, and the answers are stored for some time. Answers never use the read models.
 */
import { z } from 'zod';
import { coversAllUsers, coversTime, type AuditScope } from '../../rules/audit-scope';
import { ENTRY_KIND_NAMES } from '../../rules/entry-kinds';
import { CASES } from '../../proof/bundle-form';
import { assetName, epochMs, id, marketName, pageSize, userId } from '../fields';
import type { Route } from '../route';

export const QUESTION_KINDS = [
  ...([
    'entries',
    'statement',
    'balances',
    'trial',
    'liabilities',
    'market',
    'life',
    'diff',
    'replay',
    'bundle',
  ] as const),
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** Whether an auditor may ask a question. Totals of all users, comparisons and whole exports cannot be narrowed. */
export function mayAskQuestion(
  { users, accounts, ...scope }: AuditScope,
  question: QuestionKind,
  now: number,
): boolean {
  // A replay's hash contains no personal data; other answers are narrowed by the scope.
  if (question === 'trial' || question === 'liabilities') return users === undefined && accounts === undefined;
  const isOfEverybody = coversAllUsers({ users, accounts, ...scope });
  if (question === 'diff') return isOfEverybody && coversTime(scope, now);
  return question !== 'bundle' || (isOfEverybody && scope.personal === 1);
}

/** Per person: the maximum number of open questions, and of stored answers. */
export const QUESTIONS_OPEN_MAX = 2;
export const ANSWERS_KEPT_MAX = 10;

export const ANSWER_STATES = ['waiting', 'working', 'done', 'failed'] as const;
/**
 * Reasons for a missing answer, in this order: no matching data in that time, answer too large, broken journal chain, a mismatch with other
 * records, a time outside the auditor's scope, work aborted.
 */
export const ANSWER_FAULTS = ['nothing', 'too_large', 'damaged', 'differs', 'outside', 'ended'] as const;

/** Columns of each answer, in table order. */
export const ANSWER_COLUMNS = {
  entries: ['event', 'at', 'type', 'kind', 'debit', 'credit', 'amount', 'actor'],
  statement: ['position', 'at', 'account', 'kind', 'against', 'change', 'balance'],
  balances: ['account', 'balance'],
  trial: ['asset', 'users', 'house', 'custody', 'total'],
  liabilities: ['asset', 'leaves', 'users', 'house', 'custody', 'root'],
  market: ['part', 'event', 'at', 'trade', 'side', 'price', 'quantity', 'total', 'orders'],
  life: ['event', 'at', 'actor', 'command', 'type', 'facts'],
  diff: ['model', 'rows', 'position', 'behind'],
  replay: [],
  bundle: [],
} as const satisfies Record<QuestionKind, readonly string[]>;

const ACCOUNT = /^[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+){0,3}$/;
const position = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const questionSchema = z.strictObject({
  ask: z.enum(QUESTION_KINDS),
  account: z
    .string()
    .max(100)
    .regex(ACCOUNT)
    .optional()
    .meta({ description: 'an account or what its name begins with', example: '10000003/spot' }),
  kind: z.enum(ENTRY_KIND_NAMES).optional(),
  asset: assetName.optional(),
  userId: userId.optional(),
  case: z.enum(CASES).optional().meta({ description: 'what `number` counts' }),
  number: id.optional(),
  market: marketName.optional().meta({ description: 'of `market`: its book, the trades around, mark and index' }),
  from: epochMs.optional(),
  to: epochMs.optional(),
  fromPosition: position.optional(),
  toPosition: position.optional(),
});

/** Required parameters of each question. */
const NEEDED: Readonly<Partial<Record<QuestionKind, readonly ('account' | 'case' | 'number' | 'market')[]>>> = {
  statement: ['account'],
  balances: ['account'],
  life: ['case', 'number'],
  market: ['market'],
};

export const askRequest = questionSchema.superRefine((request, context) => {
  const needed = NEEDED[request.ask] ?? (request.case === undefined ? [] : (['number'] as const));
  for (const path of needed.filter((field) => request[field] === undefined))
    context.addIssue({ code: 'custom', message: 'required', path: [path] });
});
export type AskRequest = z.infer<typeof askRequest>;

const figure = z.union([z.string(), z.number()]);
export const auditAnswer = z.object({
  question: id,
  at: epochMs.meta({ description: 'when whoever sees it asked it, or whoever did first' }),
  staff: z.int().meta({ description: 'who sees it, where they asked it, or whoever did first' }),
  asked: questionSchema,
  state: z.enum(ANSWER_STATES),
  done: z.int().meta({ description: 'events that are read, of `of`' }),
  of: z.int(),
  rows: z.int(),
  facts: z.record(z.string(), figure).meta({ description: 'position, time, hash, state, as the question has them' }),
  fault: z.enum(ANSWER_FAULTS).nullable(),
  detail: z.string().nullable().meta({ description: 'the place that does not follow, as the command line names it' }),
});
export type AuditAnswer = z.infer<typeof auditAnswer>;

export const answerRow = z.record(z.string(), figure);
export type AnswerRow = z.infer<typeof answerRow>;
export const answerRows = z.object({
  records: z.array(answerRow),
  next: z.int().nullable().meta({ description: 'what `after` is for the rows behind these' }),
});
export type AnswerRows = z.infer<typeof answerRows>;
export const auditAnswers = z.object({
  /** The journal's last position, and its first and last times. */
  position: z.int(),
  began: epochMs.nullable(),
  at: epochMs,
  records: z.array(auditAnswer),
});
export type AuditAnswers = z.infer<typeof auditAnswers>;

const WAIT_SECONDS_MAX = 10;
export const auditAnswersRequest = z.strictObject({
  wait: z
    .int()
    .min(0)
    .max(WAIT_SECONDS_MAX)
    .default(0)
    .meta({ description: 'seconds at most until a question is answered, so that nobody has to ask again and again' }),
});

const ofQuestion = z.strictObject({ question: id });
export const answerRowsRequest = z.strictObject({
  question: id,
  after: position.default(0),
  limit: pageSize,
});
export type AnswerRowsRequest = z.infer<typeof answerRowsRequest>;

const STAFF = {
  access: 'auditor',
  right: 'staff',
  narrowed: ['users', 'accounts', 'assets', 'time'],
} as const;

export const AUDIT_JOURNAL_ROUTES = {
  ask: {
    ...{ method: 'POST', path: '/exchange/audit/journal/ask', ...STAFF },
    summary:
      'Ask the journal: entries, a statement, balances, a trial balance, liabilities, a market at a moment, a life line, the read models, a replay, an evidence bundle',
    body: askRequest,
    answer: auditAnswer,
  },
  cancel: {
    ...{ method: 'POST', path: '/exchange/audit/journal/cancel', ...STAFF },
    summary: 'Cancel a question of one’s own that is not answered yet; it goes on for others who asked the same',
    body: ofQuestion,
    answer: z.null(),
  },
  answers: {
    ...{ method: 'GET', path: '/exchange/audit/journal/answers', ...STAFF },
    summary: 'Where the journal ends, and what was asked of it lately, newest first, with how far each answer is',
    query: auditAnswersRequest,
    answer: auditAnswers,
  },
  rows: {
    ...{ method: 'GET', path: '/exchange/audit/journal/rows', ...STAFF },
    summary: 'Rows of an answer, in the order of the journal',
    query: answerRowsRequest,
    answer: answerRows,
  },
  csv: {
    ...{ method: 'GET', path: '/exchange/audit/journal/csv', ...STAFF },
    summary: 'All rows of an answer as CSV',
    query: ofQuestion,
    answers: 'text/csv',
    answer: z.string(),
  },
  bundle: {
    ...{ method: 'GET', path: '/exchange/audit/journal/bundle', ...STAFF },
    summary: 'The evidence bundle of an answer, a ZIP',
    query: ofQuestion,
    answers: 'application/octet-stream',
    answer: z.string(),
  },
} as const satisfies Record<string, Route>;
