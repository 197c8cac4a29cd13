/** Perpetual contracts over HTTP: a market's terms and state, and the commands. What the user has comes by the stream. */
import type { CommandAnswer } from '../../../../shared/wire/fields';
import type {
  AdjustMarginRequest,
  AmendContractRequest,
  AmendStopRequest,
  CancelAllContractRequest,
  CancelContractRequest,
  CancelStopRequest,
  CloseAllRequest,
  ContractInfo,
  LeverageRequest,
  MarginModeRequest,
  PlaceContractWish,
  PlaceStopWish,
  PositionModeRequest,
  ReverseRequest,
} from '../../../../shared/wire/contract';
import { api } from '../../shared/api/api';
import { cancellationAsked, placingBegun, placingEnded } from '../../shared/news/own-acts';

const PATH = '/app/contract';

/** Refusals that say the market, or the user, is not what the page took it for. */
const MARKET_CODES: ReadonlySet<string> = new Set([
  'coin.not.open',
  'coin.under.maintenance',
  'market.cancel.only',
  'market.close.only',
]);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

const tagsAfter = (code = '') => [
  'Contract' as const,
  ...(MARKET_CODES.has(code) ? (['Markets', 'ContractInfo'] as const) : []),
  ...(USER_CODES.has(code) ? (['Session'] as const) : []),
];

const contractApi = api.injectEndpoints({
  endpoints: (build) => {
    /** The form or the dialog that sends it says itself what was refused. */
    const said = <Request, Answer = CommandAnswer>(name: string) =>
      build.mutation<Answer, Request>({
        query: (body) => ({ url: `${PATH}/${name}`, method: 'POST', body }),
        extraOptions: { isQuiet: true },
        invalidatesTags: (_answer, { code = '' } = {}) => tagsAfter(code),
      });
    /** A button by itself: what is refused is told in a toast. */
    const pressed = <Request>(name: string) =>
      build.mutation<CommandAnswer, Request>({
        query: (body) => ({ url: `${PATH}/${name}`, method: 'POST', body }),
        invalidatesTags: ['Contract'],
      });
    return {
      contractInfo: build.query<ContractInfo, string>({
        query: (market) => ({ url: `${PATH}/info`, params: { market } }),
        extraOptions: { isQuiet: true },
        providesTags: ['ContractInfo'],
      }),
      placeContract: build.mutation<CommandAnswer & { order: string }, PlaceContractWish>({
        query: (body) => ({ url: `${PATH}/place`, method: 'POST', body }),
        extraOptions: { isQuiet: true },
        invalidatesTags: (_answer, { code = '' } = {}) => tagsAfter(code),
        // What becomes of it under the user's hands is no news to them.
        onQueryStarted: async (_wish, { dispatch, queryFulfilled }) => {
          dispatch(placingBegun());
          const order = await queryFulfilled.then(
            ({ data }) => data.order,
            () => null,
          );
          dispatch(placingEnded(order));
        },
      }),
      amendContract: said<AmendContractRequest>('amend'),
      cancelContract: build.mutation<CommandAnswer, CancelContractRequest>({
        query: (body) => ({ url: `${PATH}/cancel`, method: 'POST', body }),
        invalidatesTags: ['Contract'],
        onQueryStarted: ({ order }, { dispatch }) => void dispatch(cancellationAsked([order])),
      }),
      cancelAllContract: pressed<CancelAllContractRequest>('cancelAll'),
      placeStop: said<PlaceStopWish, CommandAnswer & { stop: string }>('placeStop'),
      amendStop: said<AmendStopRequest>('amendStop'),
      cancelStop: pressed<CancelStopRequest>('cancelStop'),
      setLeverage: said<LeverageRequest>('setLeverage'),
      setMarginMode: said<MarginModeRequest>('setMarginMode'),
      setPositionMode: said<PositionModeRequest>('setPositionMode'),
      adjustMargin: said<AdjustMarginRequest>('adjustMargin'),
      reverse: said<ReverseRequest>('reverse'),
      closeAll: said<CloseAllRequest>('closeAll'),
    };
  },
});

export const {
  useContractInfoQuery,
  usePlaceContractMutation,
  useAmendContractMutation,
  useCancelContractMutation,
  useCancelAllContractMutation,
  usePlaceStopMutation,
  useAmendStopMutation,
  useCancelStopMutation,
  useSetLeverageMutation,
  useSetMarginModeMutation,
  useSetPositionModeMutation,
  useAdjustMarginMutation,
  useReverseMutation,
  useCloseAllMutation,
} = contractApi;
