/** The trading terminal of perpetual contracts. */
import { useCallback, useEffect, useRef } from 'react';
import type { MarketRecord } from '../../../../shared/wire/product';
import { useContractAccount, useContractSetting } from '../../kit/entities/contract/positions';
import { TickerStrip } from '../../terminal/markets/ticker-strip';
import { SKIP_CONTRACT_KEY } from './ticket/confirm-contract';
import { titleOf } from './ticket/order-words';
import { useContractTicket, type ContractTicket } from './ticket/use-contract-ticket';
import { ContractBanner } from './panels/market/contract-banner';
import { draggedIn, type Draggable } from './panels/market/contract-lines';
import { MovedLine } from './panels/market/moved-line';
import { useContractFacts } from './panels/market/use-contract-facts';
import { useContractLines, useRestingContractOrders } from './panels/market/use-contract-lines';
import { usePreferenceSwitch } from '../../kit/lib/storage/preferences';
import { useStateByKey } from '../../kit/lib/hooks/use-state-by-key';
import { marketsPanel, panel, tradesPanel } from '../../terminal/panels';
import { Terminal } from '../../terminal/terminal';
import type { StripProps, TerminalProduct, TradeParts } from '../../terminal/trade-parts';

interface Own {
  ticket: ContractTicket;
  onDragged: (line: string, price: string) => void;
}
type Parts = TradeParts<Own>;

const chart = async () => {
  const { ChartPanel } = await import('../../terminal/chart/chart-panel');
  return ({ market, own }: Parts) => (
    <ChartPanel market={market} useLines={useContractLines} onDragged={own.onDragged} />
  );
};
const book = async () => {
  const { BookPanel } = await import('../../terminal/book/book-panel');
  return ({ market, onPick }: Parts) => (
    <BookPanel market={market} useResting={useRestingContractOrders} onPick={onPick} />
  );
};
const form = async () => {
  const { ContractForm } = await import('./ticket/contract-form');
  return ({ market, side, onSide, onPlaced, own }: Parts) => (
    <ContractForm market={market} side={side} onSide={onSide} ticket={own.ticket} onPlaced={onPlaced} />
  );
};
const info = async () => {
  const [{ ContractInfoPanel }, { IndexSection }] = await Promise.all([
    import('./panels/market/contract-info'),
    import('../../terminal/index-price/info-panel'),
  ]);
  return ({ market }: Parts) => (
    <ContractInfoPanel market={market}>
      <IndexSection market={market} symbol={market.contract?.index ?? market.name} />
    </ContractInfoPanel>
  );
};

const orders = async () => {
  const { ContractTabs } = await import('./panels/positions/contract-tabs');
  return ({ market }: Parts) => <ContractTabs market={market} />;
};
const account = async () => {
  const { ContractAccountPanel } = await import('./panels/positions/account-panel');
  return ({ market }: Parts) => <ContractAccountPanel market={market} />;
};

function Strip({ market, ...others }: StripProps) {
  return <TickerStrip market={market} figures={useContractFacts(market)} {...others} />;
}

const CONTRACTS: TerminalProduct<Own> = {
  id: 'perpetual',
  title: 'menu.futures',
  marketFirst: null,
  panels: {
    chart: panel('chart.title', chart, { isLasting: true }),
    book: panel('book.title', book, { isLasting: true }),
    trades: tradesPanel(),
    form: panel('place.title', form),
    orders: panel('positions.title', orders, { isLasting: true }),
    account: panel('positions.account', account, { isLasting: true }),
    markets: marketsPanel(),
    info: panel('info.title', info),
  },
  Strip,
  Banner: ContractBanner,
  keys: { open: 'contract.open-markets', layout: 'contract.layout', skip: SKIP_CONTRACT_KEY },
  useSides,
  viewPanels: ['chart', 'book', 'trades', 'info'],
  useOwn: useContractOwn,
};

/** In one-way mode the sides are titled buy and sell instead of long and short. */
function useSides({ name }: MarketRecord): ReturnType<TerminalProduct<Own>['useSides']> {
  const isOneWay = useContractSetting(name).positionMode === 'one_way';
  return { buy: titleOf('open', 'long', isOneWay), sell: titleOf('open', 'short', isOneWay) };
}

function useContractOwn(market: MarketRecord): ReturnType<TerminalProduct<Own>['useOwn']> {
  const ticket = useContractTicket(market);
  const account = useContractAccount();
  const [isSkipped] = usePreferenceSwitch(SKIP_CONTRACT_KEY);
  const [dragged, setDragged] = useStateByKey<{ key: string; movedItem: Draggable; price: string } | null>(
    market.name,
    () => null,
  );
  const latestAccount = useRef(account);
  useEffect(() => {
    latestAccount.current = account;
  });
  const onDragged = useCallback(
    (line: string, price: string) => {
      const movedItem = latestAccount.current && draggedIn(latestAccount.current, line);
      if (movedItem) setDragged({ key: `${line}@${price}`, movedItem, price });
    },
    [setDragged],
  );
  return {
    own: { ticket, onDragged },
    onPick: ticket.pick,
    dialogs: dragged && movedLine(dragged),
  };

  /** Keyed per drag: the answer to an earlier drag does not affect this one. */
  function movedLine({ key, movedItem, price }: NonNullable<typeof dragged>) {
    const onDone = () => setDragged((current) => (current?.key === key ? null : current));
    return <MovedLine key={key} {...{ market, movedItem, price, isSkipped, onDone }} />;
  }
}

export function ContractPage() {
  return <Terminal product={CONTRACTS} />;
}
