import { viewOf, type Mark } from './order-marks';

function mark(price: number, isHeld = false): Mark {
  return { price, title: String(price), side: 'buy', stroke: 'dashed', isHeld };
}
/** Price 1,000 is at the top and one unit is one pixel. */
const heightOf = (price: number) => 1_000 - price;
const view = (...marks: Mark[]) => viewOf(marks, heightOf, 400);
const labelled = (...marks: Mark[]) =>
  view(...marks)
    .visibleMarks.filter(({ isLabelled }) => isLabelled)
    .map(({ mark: { price } }) => price);

describe('order marks', () => {
  it('are shown at their prices; those out of view are counted', () => {
    const {
      visibleMarks: shown,
      above,
      below,
    } = view(mark(1_200), mark(1_000), mark(700), mark(600), mark(599.9), mark(50));
    expect(shown.map(({ mark: { price }, y }) => [price, y])).toEqual([
      [1_000, 0],
      [700, 300],
      [600, 400],
    ]);
    expect([above, below]).toEqual([1, 2]);
  });

  it('have a label only where there is room at their price', () => {
    expect(labelled(mark(900), mark(890), mark(882), mark(700))).toEqual([900, 882, 700]);
  });

  it('have no label under the counters at the edges', () => {
    expect(labelled(mark(1_001), mark(990), mark(973))).toEqual([973]);
    expect(labelled(mark(599), mark(610), mark(627))).toEqual([627]);
    expect(labelled(mark(990), mark(610))).toEqual([990, 610]);
  });

  it('give priority to a dragged mark', () => {
    expect(labelled(mark(900), mark(890, true), mark(880), mark(872))).toEqual([890, 872]);
  });

  it('are empty while the chart has no prices', () => {
    expect(viewOf([mark(1)], () => null, 400)).toEqual({ visibleMarks: [], above: 0, below: 0 });
  });
});
