/** Notices of a user's orders and contracts, stored in a list as facts, so that their text follows the reader's language. */
import type { ContractOrderState, PositionState, StopState } from '../../../../shared/products/perpetual/stream';
import type { OrderState } from '../../../../shared/wire/market-data';
import type { ContractNews } from '../../kit/entities/contract/contract-news';
import type { OrderNews } from '../../kit/entities/order/order-news';
import type { NewsKind } from '../../kit/news/news-kind';
import { isOwnAct, type OwnActsState } from '../../kit/news/own-acts';

/** Each kind can be switched off. */
export const NOTICE_KINDS = ['filled', 'triggered', 'ended', 'placed', 'cancelled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type OrderNotice = Pick<OrderState, 'order' | 'market' | 'side' | 'status' | 'reason' | 'filledQuantity'>;
type ContractNotice = Pick<ContractOrderState, 'id' | 'market' | 'position' | 'act' | 'reason' | 'filledQuantity'>;

interface ReceivedNotice {
  /** Stable id, so that repeated events are recognised. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
}
export type Notice = ReceivedNotice &
  (
    | { kind: NewsKind; isNew: boolean; order: OrderNotice }
    | { kind: NewsKind; isNew: boolean; contract: ContractNotice }
    | { kind: 'reached'; stop: Pick<StopState, 'market' | 'kind'> }
    | { kind: 'closed'; position: Pick<PositionState, 'market' | 'side'> }
  );

const NOTICES_KEPT_MAX = 50;

/** The switch that controls this kind. */
export function kindOf(kind: Notice['kind']): NoticeKind {
  if (kind === 'partly' || kind === 'closed') return 'filled';
  return kind === 'reached' ? 'triggered' : kind;
}

export function switchOf(kind: NoticeKind): string {
  return `notices.kind.${kind}`;
}

export function noticeOf({ id, kind, at, isNew, order: orderState }: OrderNews): Notice {
  const { order, market, side, status, reason, filledQuantity } = orderState;
  return { id, kind, at, isNew, order: { order, market, side, status, reason, filledQuantity } };
}

export function contractNoticeOf(news: ContractNews): Notice {
  const { id, at, kind } = news;
  if (kind === 'reached') return { id, at, kind, stop: { market: news.stop.market, kind: news.stop.kind } };
  if (kind === 'closed') return { id, at, kind, position: { market: news.position.market, side: news.position.side } };
  const { market, position, act, reason, filledQuantity } = news.order;
  const contract = { id: news.order.id, market, position, act, reason, filledQuantity };
  return { id, at, kind, isNew: news.isNew, contract };
}

/** True if the action was taken in this tab. */
export function isOwn(acts: OwnActsState, notice: Notice): boolean {
  if ('order' in notice) return isOwnAct(acts, notice);
  return 'contract' in notice && isOwnAct(acts, { ...notice, order: { order: notice.contract.id } });
}

export function marketOf(notice: Notice): string {
  if ('order' in notice) return notice.order.market;
  if ('contract' in notice) return notice.contract.market;
  return 'stop' in notice ? notice.stop.market : notice.position.market;
}

/** Newest first. Drops duplicates that another tab has already stored. */
export function withNotices(existing: readonly Notice[], news: readonly Notice[]): readonly Notice[] {
  const ids = new Set(existing.map(({ id }) => id));
  const newNotices = news.filter(({ id }) => !ids.has(id));
  return [...newNotices, ...existing].sort((a, b) => b.at - a.at).slice(0, NOTICES_KEPT_MAX);
}

/** Cache of the last text read or written, which the writer, the bell and the list share. */
let last: { text: string | null; notices: readonly Notice[] } = { text: null, notices: [] };

/** Text for storage; also fills the cache. */
export function textOf(notices: readonly Notice[]): string {
  const text = JSON.stringify(notices);
  last = { text, notices };
  return text;
}

/** Parses stored notices. Storage is untrusted, so the text is validated. */
export function noticesIn(text: string | null): readonly Notice[] {
  if (text !== last.text) last = { text, notices: parseNotices(text) };
  return last.notices;
}

function parseNotices(text: string | null): readonly Notice[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isNotice) : [];
  } catch {
    return [];
  }
}

/** Untrusted fields of any notice kind, all optional. */
interface Parts {
  id: unknown;
  at: unknown;
  kind: unknown;
  order: Partial<OrderNotice>;
  contract: Partial<ContractNotice>;
  stop: Partial<Pick<StopState, 'market' | 'kind'>>;
}

function isNotice(value: unknown): value is Notice {
  const { id, kind, at, order, contract, stop } = (value ?? {}) as Partial<Parts>;
  if (typeof id !== 'string' || typeof at !== 'number') return false;
  if (kind === 'reached')
    return typeof stop?.market === 'string' && STOP_KINDS.some((candidate) => candidate === stop.kind);
  const isKnown = kind === 'partly' || NOTICE_KINDS.some((candidate) => candidate === kind);
  return isKnown && isNotifiedOrder(order ?? contract) && (contract === undefined || isAct(contract));
}

function isNotifiedOrder(order: Partial<OrderNotice | ContractNotice> | undefined): boolean {
  return typeof order?.market === 'string' && /^\d+(\.\d+)?$/.test(order.filledQuantity ?? '');
}

function isAct({ act, position }: Partial<ContractNotice>): boolean {
  return (act === 'open' || act === 'close') && (position === 'long' || position === 'short');
}

const STOP_KINDS: readonly StopState['kind'][] = ['take_profit', 'stop_loss', 'trailing'];
