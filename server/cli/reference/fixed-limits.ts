/** Limits that belong to the rules or to the protocol: no variable changes them. */
import { CHAIN_ALARMS_SHOWN_MAX } from '../../../shared/products/wallet/chains';
import { ANSWERS_KEPT_MAX, QUESTIONS_OPEN_MAX } from '../../../shared/wire/audit/audit-journal';
import { LIST_LENGTH_MAX, PAGE_SIZE_MAX } from '../../../shared/wire/fields';
import { PHOTO_PIXELS_MAX } from '../../../shared/products/identity/verification';
import { QUOTE_PIECES_MAX } from '../../../shared/rules/quote-pieces';
import { BATCH_BYTES_MAX, BATCH_EVENTS_MAX, FROZEN_ORDERS_ENDED_MAX } from '../../core/bounds';
import { RETENTION_MS } from '../../core/member/retained-commands';
import { REMEMBERED_MAX } from '../../core/member/memory';
import { PRODUCTS } from '../../products/all';
import { MAKERS_MAX } from '../../products/spot/core/take';
import { CANCELS_MAX } from '../../core/trading/cancel';
import { SOCKET_LIMITS } from '../../features/market-data/options';
import { JSON_DEPTH_MAX } from '../../platform/http/requests/flat-json';
import { UPDATES_PER_USER_MAX } from '../../views/live/update-log';
import { AT_ONCE_MAX } from '../../workers/audit-queue';

const DAY_MS = 86_400_000;

export const FIXED_LIMITS: readonly (readonly [limit: string, value: number])[] = [
  ['events of a batch', BATCH_EVENTS_MAX],
  ['bytes of a batch', BATCH_BYTES_MAX],
  ['resting orders that one spot order matches; 451 with the longest asset names and ids', MAKERS_MAX],
  ['orders that one request cancels', CANCELS_MAX],
  ['quotes that one request cancels, amends and places', QUOTE_PIECES_MAX],
  ['orders of a frozen account that one batch ends', FROZEN_ORDERS_ENDED_MAX],
  ['client ids remembered per user', REMEMBERED_MAX],
  ['days that client ids of withdrawals, transfers and staff are remembered', RETENTION_MS / DAY_MS],
  ['rows of a page', PAGE_SIZE_MAX],
  ['rows of a list, counted and in pages; then `page.too.deep`, continue with `before`', LIST_LENGTH_MAX],
  ['chain alarms in the list', CHAIN_ALARMS_SHOWN_MAX],
  ['pixels of a photo', PHOTO_PIXELS_MAX],
  ['requests that a socket sends at once', SOCKET_LIMITS.messagesBurstMax],
  ['requests per second of a socket', SOCKET_LIMITS.messagesPerSecondMax],
  ['sockets of all users', SOCKET_LIMITS.socketsMax],
  ['private updates kept for a client that reconnects', UPDATES_PER_USER_MAX],
  ['audit queries of one person that wait or run; then `audit.questions.too.many`', QUESTIONS_OPEN_MAX],
  ['answers to audit queries that are kept per person; their oldest is deleted', ANSWERS_KEPT_MAX],
  ['audit queries that run at once, of each person one', AT_ONCE_MAX],
  ['levels of lists and objects in the JSON of a request', JSON_DEPTH_MAX],
  ...PRODUCTS.flatMap(({ limits = [] }) => limits),
];
