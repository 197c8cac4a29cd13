/** What a user is told of their orders, and keeps in a list: facts, so that the words are those of the language of the reader. */
import type { OrderState } from '../../../../shared/wire/market-data';
import type { NewsKind, OrderNews } from '../../entities/order/order-news';

/** Each can be switched off. */
export const NOTICE_KINDS = ['filled', 'triggered', 'ended', 'placed', 'cancelled'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type ToldOrder = Pick<OrderState, 'order' | 'market' | 'side' | 'status' | 'reason' | 'filledQuantity'>;
export type Notice = Pick<OrderNews, 'id' | 'kind' | 'at' | 'isNew'> & { order: ToldOrder };

const NOTICES_KEPT_MAX = 50;

export function kindOf(kind: NewsKind): NoticeKind {
  return kind === 'partly' ? 'filled' : kind;
}

export function switchOf(kind: NoticeKind): string {
  return `notices.kind.${kind}`;
}

export function noticeOf({ id, kind, at, isNew, order: known }: OrderNews): Notice {
  const { order, market, side, status, reason, filledQuantity } = known;
  return { id, kind, at, isNew, order: { order, market, side, status, reason, filledQuantity } };
}

/** Newest first. What is there already, because another tab heard it too, is not there twice. */
export function withNotices(known: readonly Notice[], news: readonly Notice[]): readonly Notice[] {
  const ids = new Set(known.map(({ id }) => id));
  const fresh = news.filter(({ id }) => !ids.has(id));
  return [...fresh, ...known].sort((a, b) => b.at - a.at).slice(0, NOTICES_KEPT_MAX);
}

/** What is kept, which anybody may have written. */
export function noticesIn(text: string | null): readonly Notice[] {
  try {
    const told: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(told) ? told.filter(isNotice) : [];
  } catch {
    return [];
  }
}

function isNotice(told: unknown): told is Notice {
  const { id, kind, at, order } = (told ?? {}) as Partial<Notice>;
  return (
    typeof id === 'string' &&
    typeof at === 'number' &&
    (kind === 'partly' || NOTICE_KINDS.some((known) => known === kind)) &&
    typeof order?.market === 'string' &&
    /^\d+(\.\d+)?$/.test(order.filledQuantity)
  );
}
