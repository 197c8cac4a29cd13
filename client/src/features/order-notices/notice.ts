/**
 * What a user is told of their orders and contracts, and keeps in a list: facts, so that the words are those of the language of the
 * reader.
 */
import type { ContractOrderState, PositionState, StopState } from '../../../../shared/products/perpetual/stream';
import type { OrderState } from '../../../../shared/wire/market-data';
import type { ContractNews } from '../../entities/contract/contract-news';
import type { OrderNews } from '../../entities/order/order-news';
import type { NewsKind } from '../../shared/news/news-kind';
import { isOwnAct, type OwnActsState } from '../../shared/news/own-acts';

/** Each can be switched off. */
export const NOTICE_KINDS = ['filled', 'triggered', 'ended', 'placed', 'cancelled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

type ToldOrder = Pick<OrderState, 'order' | 'market' | 'side' | 'status' | 'reason' | 'filledQuantity'>;
type ToldContract = Pick<ContractOrderState, 'id' | 'market' | 'position' | 'act' | 'reason' | 'filledQuantity'>;

interface Heard {
  /** The same however often it is heard. */
  id: string;
  /** Epoch milliseconds. */
  at: number;
}
export type Notice = Heard &
  (
    | { kind: NewsKind; isNew: boolean; order: ToldOrder }
    | { kind: NewsKind; isNew: boolean; contract: ToldContract }
    | { kind: 'reached'; stop: Pick<StopState, 'market' | 'kind'> }
    | { kind: 'closed'; position: Pick<PositionState, 'market' | 'side'> }
  );

const NOTICES_KEPT_MAX = 50;

/** The switch that it goes by. */
export function kindOf(kind: Notice['kind']): NoticeKind {
  if (kind === 'partly' || kind === 'closed') return 'filled';
  return kind === 'reached' ? 'triggered' : kind;
}

export function switchOf(kind: NoticeKind): string {
  return `notices.kind.${kind}`;
}

export function noticeOf({ id, kind, at, isNew, order: known }: OrderNews): Notice {
  const { order, market, side, status, reason, filledQuantity } = known;
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

/** Whether the user did it in this tab. */
export function isOwn(acts: OwnActsState, notice: Notice): boolean {
  if ('order' in notice) return isOwnAct(acts, notice);
  return 'contract' in notice && isOwnAct(acts, { ...notice, order: { order: notice.contract.id } });
}

export function marketOf(notice: Notice): string {
  if ('order' in notice) return notice.order.market;
  if ('contract' in notice) return notice.contract.market;
  return 'stop' in notice ? notice.stop.market : notice.position.market;
}

/** Newest first. What is there already, because another tab heard it too, is not there twice. */
export function withNotices(known: readonly Notice[], news: readonly Notice[]): readonly Notice[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = news.filter(({ id }) => !ids.has(id));
  return [...fresh, ...known].sort((a, b) => b.at - a.at).slice(0, NOTICES_KEPT_MAX);
}

/** What was read or written last: the one who writes a notice, the bell and the list read the same text. */
let last: { text: string | null; notices: readonly Notice[] } = { text: null, notices: [] };

/** As they are kept. */
export function textOf(notices: readonly Notice[]): string {
  const text = JSON.stringify(notices);
  last = { text, notices };
  return text;
}

/** What is kept, which anybody may have written. */
export function noticesIn(text: string | null): readonly Notice[] {
  if (text !== last.text) last = { text, notices: readFrom(text) };
  return last.notices;
}

function readFrom(text: string | null): readonly Notice[] {
  try {
    const told: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(told) ? told.filter(isNotice) : [];
  } catch {
    return [];
  }
}

/** Of any of them, none of which need be there. */
interface Parts {
  id: unknown;
  at: unknown;
  kind: unknown;
  order: Partial<ToldOrder>;
  contract: Partial<ToldContract>;
  stop: Partial<Pick<StopState, 'market' | 'kind'>>;
}

function isNotice(told: unknown): told is Notice {
  const { id, kind, at, order, contract, stop } = (told ?? {}) as Partial<Parts>;
  if (typeof id !== 'string' || typeof at !== 'number') return false;
  if (kind === 'reached') return typeof stop?.market === 'string' && STOP_KINDS.some((known) => known === stop.kind);
  const isKnown = kind === 'partly' || NOTICE_KINDS.some((known) => known === kind);
  return isKnown && isTold(order ?? contract) && (contract === undefined || isAct(contract));
}

function isTold(order: Partial<ToldOrder | ToldContract> | undefined): boolean {
  return typeof order?.market === 'string' && /^\d+(\.\d+)?$/.test(order.filledQuantity ?? '');
}

function isAct({ act, position }: Partial<ToldContract>): boolean {
  return (act === 'open' || act === 'close') && (position === 'long' || position === 'short');
}

const STOP_KINDS: readonly StopState['kind'][] = ['take_profit', 'stop_loss', 'trailing'];
