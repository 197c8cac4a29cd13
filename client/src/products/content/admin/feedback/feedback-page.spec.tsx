import { fireEvent, screen } from '@testing-library/react';
import type { FeedbackRecord } from '../../../../../../shared/products/content/wire';
import type { OwnStaff } from '../../../../../../shared/wire/staff';
import { stubNetwork, success } from '../../../../../../test/support/network';
import { loadTexts, startLanguage } from '../../../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../../../kit/i18n/part-texts';
import { pageOf, press, showPage, testStore } from '../../../../testing/page';
import { settle } from '../../../../testing/settle';
import { choose } from '../../../../testing/choose';
import { confirm, dialog, enter, sentTo } from '../../../../testing/staff-act';
import { FeedbackPage } from './feedback-page';

const PATH = '/exchange/admin/content';
const ADMIN: OwnStaff = { userId: 7, role: 'admin', rights: ['content'] };
const WRITTEN: FeedbackRecord = {
  id: '5',
  userId: null,
  category: 'problem',
  text: 'The chart does not load.',
  contact: 'me@test.example',
  createdAt: Date.now() - 100 * 3_600_000,
  state: 'open',
  isMailed: true,
  answers: [],
  closing: null,
};
const CLOSED: FeedbackRecord = {
  ...WRITTEN,
  state: 'closed',
  answers: [{ text: 'Reload the page.', by: 8, at: WRITTEN.createdAt + 1 }],
  closing: { reason: 'reason/feedback_settled: as agreed', by: 9, at: WRITTEN.createdAt + 2 },
};

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});
beforeEach(() => localStorage.clear());

async function show() {
  const asked = stubNetwork({
    [`${PATH}/feedbackList`]: ({ body }) => pageOf(body.includes('"closed"') ? CLOSED : WRITTEN),
    [`${PATH}/answerFeedback`]: () => success({ answer: '1' }),
    [`${PATH}/closeFeedback`]: () => success({ id: '5' }),
    [`${PATH}/person`]: () => success({ id: '5', contact: 'me@clear.example', text: 'Call +81 90 1234 5678.' }),
  });
  await showPage(testStore(), <FeedbackPage ownStaff={ADMIN} />);
  await settle();
  return asked;
}

describe('feedback desk', () => {
  it('reveals contact and original text for a reason; feedback of a visitor has no user', async () => {
    const asked = await show();
    await press('Show: 5');
    // No reason is preselected.
    await confirm('Show');
    expect(sentTo(asked, `${PATH}/person`)).toEqual([]);
    choose(dialog().getByRole('combobox', { name: 'Reason', hidden: true }), 'Answering feedback');
    enter({ 'Added words (optional; shown as written)': 'asks for a call' });
    await confirm('Show');
    const reason = 'reason/show_feedback: asks for a call';
    expect(sentTo(asked, `${PATH}/person`)).toEqual([{ feedback: '5', reason }]);
    expect(screen.getByText('me@clear.example')).toBeTruthy();
    expect(screen.getByText('Call +81 90 1234 5678.')).toBeTruthy();
    await press('Hide: 5');
    expect(screen.queryByText('me@clear.example')).toBeNull();
  });

  it('sends answers and names the channel that reaches the writer', async () => {
    const asked = await show();
    expect(sentTo(asked, `${PATH}/feedbackList`)).toMatchObject([{ state: 'open' }]);
    await press('Answer: 5');
    expect(screen.getByText('It reaches the visitor by e-mail.')).toBeTruthy();
    enter({ 'Your answer': 'Reload the page.' });
    await confirm('Answer');
    expect(sentTo(asked, `${PATH}/answerFeedback`)).toMatchObject([{ feedback: '5', text: 'Reload the page.' }]);
    // Refetched, as the feedback is no longer open.
    expect(sentTo(asked, `${PATH}/feedbackList`)).toHaveLength(2);
  });

  it('closes feedback for a listed reason with additional words', async () => {
    const asked = await show();
    await press('Close: 5');
    const duplicate = 'The same was already reported in another message';
    choose(dialog().getByRole('combobox', { name: 'Reason', hidden: true }), duplicate);
    enter({ 'Added words (optional; shown as written)': 'see no. 3' });
    await confirm('Close feedback');
    const reason = 'reason/feedback_duplicate: see no. 3';
    expect(sentTo(asked, `${PATH}/closeFeedback`)).toMatchObject([{ feedback: '5', reason }]);
  });

  it('shows who answered and why feedback was closed', async () => {
    await show();
    fireEvent.click(screen.getByRole('tab', { name: 'Closed' }));
    await settle();
    const row = screen.getByRole('row', { name: /The chart does not load/ });
    expect(row.textContent).toContain('#8');
    expect(row.textContent).toContain('Reload the page.');
    expect(row.textContent).toContain('Closed – The matter is settled – as agreed');
  });
});
