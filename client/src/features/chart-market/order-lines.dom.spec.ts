import type { BarPrice, Coordinate } from 'lightweight-charts';
import type { ChartLine } from '../../entities/candle/chart-line';
import { orderLines } from './order-lines';
import type { Mark } from './order-marks';

const line = (id: string, price: string, title = id): ChartLine => ({
  ...{ id, price, title },
  ...{ side: 'buy', stroke: 'dashed', isDraggable: true },
});

/** A chart on which a price of 1,000 is at the top, and one pixel is one unit. */
function chart() {
  const place = document.createElement('div');
  place.setPointerCapture = () => undefined;
  const asked: [string, string][] = [];
  let marks: readonly Mark[] = [];
  const lines = orderLines(
    place,
    {
      priceToCoordinate: (price) => (1_000 - price) as Coordinate,
      coordinateToPrice: (height) => (1_000 - height) as BarPrice,
    },
    { show: (wanted) => (marks = wanted) },
    { tick: '0.5', onDragged: (moved, price) => asked.push([moved, price]) },
  );
  /** The page has no pointers of its own here: a mouse that says which one it is. */
  const point = (type: string) => (height: number) => {
    const event = new MouseEvent(type, { clientX: 10, clientY: height, button: 0 });
    place.dispatchEvent(Object.assign(event, { pointerId: 1, pointerType: 'mouse' }));
  };
  return {
    show: (...wanted: ChartLine[]) => lines.show(wanted),
    prices: () => marks.map(({ price }) => price),
    titles: () => marks.map(({ title }) => title),
    take: point('pointerdown'),
    moveTo: point('pointermove'),
    drop: point('pointerup'),
    giveUp: point('pointercancel'),
    asked,
  };
}

describe('the line of an order', () => {
  it('is dragged to another price, asks for it, and goes back: only the exchange moves an order', () => {
    const { show, prices, take, moveTo, drop, asked } = chart();
    show(line('1', '900'), line('2', '500'));
    take(102);
    moveTo(150.2);
    expect(prices()).toEqual([850, 500]);
    drop(150.2);
    expect(asked).toEqual([['1', '850']]);
    expect(prices()).toEqual([900, 500]);
  });

  it('stays under the finger while orders change, and says what they say', () => {
    const { show, prices, titles, take, moveTo, drop, asked } = chart();
    show(line('1', '900'));
    take(100);
    moveTo(150);
    show(line('2', '500'), line('1', '900', 'partly filled'));
    expect([prices(), titles()]).toEqual([
      [500, 850],
      ['2', 'partly filled'],
    ]);
    moveTo(160);
    expect(prices()).toEqual([500, 840]);
    drop(160);
    expect(asked).toEqual([['1', '840']]);
  });

  it('is let go when its order is over', () => {
    const { show, prices, take, moveTo, drop, asked } = chart();
    show(line('1', '900'), line('2', '500'));
    take(100);
    moveTo(150);
    show(line('2', '500'));
    moveTo(170);
    expect(prices()).toEqual([500]);
    drop(170);
    expect(asked).toEqual([]);
  });

  it('asks for nothing when it was not moved, whatever happened to its order meanwhile', () => {
    const { show, prices, take, drop, asked } = chart();
    show(line('1', '900'));
    take(100);
    show(line('1', '910'));
    expect(prices()).toEqual([910]);
    drop(100);
    expect(asked).toEqual([]);
  });

  it('goes back when the pointer is taken away', () => {
    const { show, prices, take, moveTo, giveUp, asked } = chart();
    show(line('1', '900'));
    take(100);
    moveTo(200);
    giveUp(200);
    expect([prices(), asked]).toEqual([[900], []]);
  });
});
