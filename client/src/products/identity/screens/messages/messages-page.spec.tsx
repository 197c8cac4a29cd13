import { act, fireEvent, screen } from '@testing-library/react';
import { stubNetwork, success } from '../../../../../../test/support/network';
import { messagePushed } from '../../../../kit/entities/message/message-api';
import { startLanguage } from '../../../../kit/i18n/i18n';
import { showPage, testStore } from '../../../../testing/page';
import { settle } from '../../../../testing/settle';
import { MessagesPage, placeOf } from './messages-page';

const AT = '/exchange/app/message';

beforeAll(async () => {
  await startLanguage();
  window.matchMedia = () => ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
});

it('shows new messages while open and marks them as read', async () => {
  const records = [message('1', null)];
  const unread = () => ({ unread: records.filter(({ readAt }) => readAt === null).length });
  const asked = stubNetwork({
    [`${AT}/list`]: () => success({ records, total: records.length, pageIndex: 1, pageSize: 20 }),
    [`${AT}/unread`]: () => success(unread()),
    [`${AT}/read`]: () => {
      records[records.length - 1].readAt = 5;
      return success(unread());
    },
  });
  const store = testStore();
  await showPage(store, <MessagesPage />);
  expect(screen.getByRole('heading', { name: 'Unread: Message 1' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read: Message 1' }));
  await settle();
  expect(JSON.parse(asked.find(({ path }) => path === `${AT}/read`)?.body ?? '')).toEqual({ messages: ['1'] });
  expect(screen.getByRole('heading', { name: 'Message 1' })).toBeTruthy();

  records.unshift(message('2', null));
  act(() => void store.dispatch(messagePushed()));
  await settle();
  expect(screen.getByRole('heading', { name: 'Unread: Message 2' })).toBeTruthy();
});

it('moves to the last page when a page becomes empty', async () => {
  const unread = Array.from({ length: 21 }, (_, place) => message(String(place + 1), null));
  stubNetwork({
    [`${AT}/list`]: ({ body }) => {
      const { pageIndex, pageSize } = JSON.parse(body) as { pageIndex: number; pageSize: number };
      const records = unread.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
      return success({ records, total: unread.length, pageIndex, pageSize });
    },
    [`${AT}/unread`]: () => success({ unread: unread.length }),
    [`${AT}/read`]: () => {
      unread.pop();
      return success({ unread: unread.length });
    },
  });
  await showPage(testStore(), <MessagesPage />);
  fireEvent.click(screen.getByRole('button', { name: /^Unread/ }));
  await settle();
  fireEvent.click(screen.getByRole('button', { name: /^Page 2/ }));
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read: Message 21' }));
  await settle();
  expect(await screen.findByRole('heading', { name: 'Unread: Message 1' })).toBeTruthy();
  expect(screen.queryByText('Nothing is unread.')).toBeNull();
});

it('links a message to the screen of its subject', () => {
  expect(placeOf('verification.failed')).toBe('/accountSet/realName');
  expect(placeOf('recharge.credited')).toBe('/accountSet/rechargeRecords');
  expect(placeOf('position.locked')).toBe('/contractTransaction');
  expect(placeOf('option.started')).toBe('/accountSet/second?active=1');
  expect(placeOf('option.won')).toBe('/accountSet/second?active=2');
  expect(placeOf('financial.settled')).toBe('/financialRecords?active=2');
  expect(placeOf('referral.paid')).toBe('/share');
  expect(placeOf('withdrawal.rejected')).toBe('/accountSet/withdrawalRecords');
  expect(placeOf('transfer.done')).toBe('/accountSet/assetRecords');
  expect(placeOf('order.filled')).toBe('/accountSet/commin?active=2');
  expect(placeOf('order.triggered')).toBe('/accountSet/commin?active=1');
  expect(placeOf('orders.more')).toBe('/accountSet/commin?active=2');
  expect(placeOf('funds.frozen')).toBe('/accountSet/myassets');
  expect(placeOf('password.changed')).toBe('/accountSet/security');
});

function message(id: string, readAt: number | null) {
  return { message: id, key: 'password.changed', title: `Message ${id}`, text: '', facts: {}, createdAt: 0, readAt };
}
