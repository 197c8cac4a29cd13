/** Steps of a conversion: a short-lived quote, the order and its result. */
import { useState } from 'react';
import type { ConvertQuote } from '../../../../../shared/products/convert/wire';
import { QUOTE_VALID_MS } from '../../../../../shared/products/convert/rules/quote';
import type { Fault } from '../../../kit/api/envelope';
import { isUncertain, useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { useServerTime } from '../../../kit/stream/server-time';
import { useAcceptConvertMutation, useConvertQuoteMutation } from '../api/convert-api';

const SECOND_MS = 1_000;
export const QUOTE_SECONDS = QUOTE_VALID_MS / SECOND_MS;

interface Wish {
  from: string;
  to: string;
  amount: string;
}

export interface Outcome {
  quote: ConvertQuote;
  /** Null if the exchange has no final amounts yet. */
  spent: string | null;
  received: string | null;
}

/** Response to a request. `request` names the request, so a changed amount has neither quote nor refusal. */
type QuoteAnswer = { requestKey: string } & ({ quote: ConvertQuote } | { fault: Fault });

export function useConversion(request: Wish | null) {
  const [requestQuote, { isLoading: isAsking }] = useConvertQuoteMutation();
  const [accept, { isLoading: isSending }] = useAcceptConvertMutation();
  const attempt = useAttempt('convert');
  const [answer, setAnswer] = useState<QuoteAnswer | null>(null);
  /** A quote that was sent without a known result. Nothing else is sent until the same request was retried. */
  const [unsure, setUnsure] = useState<ConvertQuote | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const now = useServerTime();
  const currentAnswer = answer !== null && answer.requestKey === requestKeyOf(request) ? answer : null;
  const quote = currentAnswer && 'quote' in currentAnswer ? currentAnswer.quote : null;
  const quoteError = currentAnswer && 'fault' in currentAnswer ? currentAnswer.fault : null;
  // Rounded down: a second that has begun is not promised.
  const secondsLeft = quote
    ? Math.min(QUOTE_SECONDS, Math.max(0, Math.floor((quote.validUntil - now) / SECOND_MS)))
    : 0;

  const quoteFor = async (nextRequest: Wish) => {
    const { data, error } = await requestQuote(nextRequest);
    // `request` lets a late response for an edited amount be ignored.
    setAnswer({ requestKey: requestKeyOf(nextRequest), ...(data ? { quote: data } : { fault: error ?? {} }) });
  };
  const convert = async (acceptedQuote: ConvertQuote) => {
    const { from, to, amount, least, validUntil } = acceptedQuote;
    const order = { from, to, amount, least, validUntil };
    const { data, error } = await accept({ clientId: attempt.idOf(order), ...order });
    setUnsure(error && isUncertain(error) ? acceptedQuote : null);
    if (data) {
      attempt.accepted();
      setAnswer(null);
      setOutcome({ quote: acceptedQuote, spent: data.spent, received: data.received });
    } else if (!isUncertain(error)) setAnswer({ requestKey: requestKeyOf({ from, to, amount }), fault: error });
  };
  return {
    ...{ quote, fault: quoteError, secondsLeft, isAsking, isSending, outcome, quoteFor, convert },
    /** The order to retry unchanged. */
    unsure,
    forget: () => setAnswer(null),
    again: () => setOutcome(null),
  };
}

function requestKeyOf(request: Wish | null): string {
  return request ? [request.from, request.to, request.amount].join(' ') : '';
}
