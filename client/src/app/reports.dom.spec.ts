import { clientReport, type ClientReport } from '../../../shared/wire/client-reports';
import { reportFault } from '../kit/faults/report';
import { followReports } from './reports';

let posted: ClientReport[] = [];
let measured: (vital: 'LCP' | 'CLS', value: number) => void = () => undefined;
let end: () => void = () => undefined;

beforeEach(() => {
  jest.useFakeTimers();
  posted = [];
  end = followReports(
    (report) => posted.push(report),
    async (note) => {
      measured = note;
    },
  );
});
afterEach(() => {
  end();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const hide = () => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
};

it('faults in a burst are reported in one valid request', () => {
  reportFault(new TypeError('ann@test.example'), { place: '/accountSet/security' });
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('12') }));
  expect(posted).toEqual([]);
  jest.advanceTimersByTime(1_000);
  expect(posted).toHaveLength(1);
  expect(clientReport.parse(posted[0])).toEqual(posted[0]);
  expect(posted[0].faults).toMatchObject([
    { place: '/accountSet/security', kind: 'TypeError' },
    { place: 'window', kind: 'RangeError' },
  ]);
  jest.advanceTimersByTime(60_000);
  hide();
  expect(posted).toHaveLength(1);
});

it('unhandled rejections are reported', () => {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: 'no' }));
  jest.advanceTimersByTime(1_000);
  expect(posted[0].faults).toMatchObject([{ place: 'promise', kind: 'string' }]);
});

it('leaving the page sends the report at once', () => {
  reportFault(new TypeError('x'), { place: 'book' });
  hide();
  expect(posted).toHaveLength(1);
});

it('web vitals are sent on leaving, limited to values the server accepts', () => {
  jest.advanceTimersByTime(2_000);
  measured('LCP', 1.5);
  measured('LCP', 9_999);
  measured('CLS', 0.01);
  expect(posted).toEqual([]);
  hide();
  const vitals = [
    { name: 'LCP', value: 600 },
    { name: 'CLS', value: 0.01 },
  ];
  expect(posted).toEqual([{ faults: [], vitals }]);
});

it('a page without faults sends nothing', () => {
  jest.advanceTimersByTime(60_000);
  hide();
  expect(posted).toEqual([]);
});
