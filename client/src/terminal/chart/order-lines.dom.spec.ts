import type { BarPrice, Coordinate } from 'lightweight-charts';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { orderLines } from './order-lines';
import type { Mark } from './order-marks';

const line = (id: string, price: string, title = id): ChartLine => ({
  ...{ id, price, title },
  ...{ side: 'buy', stroke: 'dashed', isDraggable: true },
});

/** Chart with price 1,000 at the top and one unit per pixel. */
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
  /** jsdom has no pointer events; a mouse event with a pointer id stands in. */
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

describe('order line', () => {
  it('requests the dragged price and returns, as only the exchange moves an order', () => {
    const { show, prices, take, moveTo, drop, asked } = chart();
    show(line('1', '900'), line('2', '500'));
    take(102);
    moveTo(150.2);
    expect(prices()).toEqual([850, 500]);
    drop(150.2);
    expect(asked).toEqual([['1', '850']]);
    expect(prices()).toEqual([900, 500]);
  });

  it('stays under the pointer during updates and shows new texts', () => {
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

  it('is released when its order ends', () => {
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

  it('requests nothing if not moved, even if its order changed', () => {
    const { show, prices, take, drop, asked } = chart();
    show(line('1', '900'));
    take(100);
    show(line('1', '910'));
    expect(prices()).toEqual([910]);
    drop(100);
    expect(asked).toEqual([]);
  });

  it('returns when the pointer is cancelled', () => {
    const { show, prices, take, moveTo, giveUp, asked } = chart();
    show(line('1', '900'));
    take(100);
    moveTo(200);
    giveUp(200);
    expect([prices(), asked]).toEqual([[900], []]);
  });
});
