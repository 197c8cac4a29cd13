import { configureStore } from '@reduxjs/toolkit';
import { act as settled, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { chooseLanguage, loadTexts, startLanguage } from '../../kit/i18n/i18n';
import { STAFF_TEXTS } from '../../kit/i18n/part-texts';
import { toastsSlice, selectToasts } from '../../kit/toasts/toasts-slice';
import { ActDialog, type Act, type Entered, type Outcome } from './act-dialog';
import { StaffWait, type ApprovalRule } from './approval-rule';

const REASON = { name: 'reason', label: 'Reason', kind: 'lines', lengthMax: 200 } as const;

beforeAll(async () => {
  await startLanguage();
  await loadTexts(STAFF_TEXTS);
});

/** Renders a dialog whose requests return the outcomes in order. */
function show(outcomes: Outcome[], of: Partial<Act> = {}) {
  const store = configureStore({ reducer: { toasts: toastsSlice.reducer } });
  const sent: { entered: Entered; clientId: string }[] = [];
  const onClose = jest.fn();
  const onDone = jest.fn();
  const act: Act = {
    title: 'Freeze',
    consequence: 'The user can no longer trade.',
    approvalRule: ['FreezeAccount', 'brake'],
    fields: [REASON],
    confirm: 'Freeze account',
    successText: 'The account is frozen.',
    send: async (entered, clientId) => {
      sent.push({ entered, clientId });
      return outcomes[sent.length - 1];
    },
    onDone,
    ...of,
  };
  const shown = () =>
    render(
      <Provider store={store}>
        <ActDialog act={act} onClose={onClose} />
      </Provider>,
    );
  let { unmount } = shown();
  const reopen = () => {
    unmount();
    ({ unmount } = shown());
  };
  return { sent, reopen, close: () => unmount(), onClose, onDone, toasts: () => selectToasts(store.getState()) };
}

/** Renders a dialog for an action with this approval rule. */
function renderTaking(takes: ApprovalRule, waitMs: number | null = null) {
  const act: Act = {
    ...{
      title: 'Act',
      consequence: 'It is so.',
      approvalRule: takes,
      fields: [REASON],
      confirm: 'Freeze account',
      successText: 'Done.',
    },
    send: async () => ({ data: null }),
  };
  return render(
    <Provider store={configureStore({ reducer: { toasts: toastsSlice.reducer } })}>
      <StaffWait value={waitMs}>
        <ActDialog act={act} onClose={() => undefined} />
      </StaffWait>
    </Provider>,
  );
}

const confirm = () =>
  settled(async () => fireEvent.click(screen.getByRole('button', { name: 'Freeze account', hidden: true })));
const enter = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Reason', hidden: true }), { target: { value: text } });

describe('staff action dialog', () => {
  it('shows the consequence and requires a reason', async () => {
    const { sent } = show([]);
    expect(screen.getByText('The user can no longer trade.')).toBeTruthy();
    await confirm();
    expect(sent).toEqual([]);
    const field = screen.getByRole('textbox', { name: 'Reason', hidden: true });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  });

  it('clears the field error while the user types', async () => {
    show([]);
    await confirm();
    enter('s');
    expect(screen.getByRole('textbox', { name: 'Reason', hidden: true }).getAttribute('aria-invalid')).toBe('false');
  });

  it('reports success and passes on the journal position', async () => {
    const { onClose, onDone, toasts } = show([{ data: { position: 42 } }]);
    enter(' stolen card ');
    await confirm();
    expect(onDone).toHaveBeenCalledWith(42);
    expect(onClose).toHaveBeenCalled();
    expect(toasts()).toMatchObject([{ kind: 'success', text: 'The account is frozen.' }]);
  });

  it('reports the number of a created proposal', async () => {
    const { toasts } = show([{ data: { position: 42, proposal: '12' } }]);
    enter('stolen card');
    await confirm();
    expect(toasts()).toMatchObject([{ kind: 'info', text: 'Proposed as #12. It waits for a second member of staff.' }]);
  });

  it('reports the numbers of several proposals', async () => {
    const { toasts } = show([{ data: { proposals: ['12', '13'] } }]);
    enter('stolen card');
    await confirm();
    expect(toasts()).toMatchObject([{ text: 'Proposed as #12, #13. It waits for a second member of staff.' }]);
  });

  it('reports the expiry of a one-person action, if it has one', async () => {
    const until = new Date(2026, 10, 24, 14, 5).getTime();
    const { toasts, close } = show([{ data: { act: { act: '3', until } } }]);
    enter('stolen card');
    await confirm();
    expect(toasts()).toMatchObject([
      {
        kind: 'success',
        text: 'The account is frozen. It ends 2026-11-24 14:05:00 unless a second member of staff keeps it.',
      },
    ]);
    close();
    const lasting = show([{ data: { act: { act: '4', until: null } } }]);
    enter('stolen card');
    await confirm();
    expect(lasting.toasts()).toMatchObject([{ text: 'The account is frozen.' }]);
  });

  describe('approval requirement shown before sending', () => {
    const LAPSES = /^Takes effect at once, and ends by itself after/;
    const shown = () => screen.getByText(/^(Takes effect|Becomes a proposal)/).textContent ?? '';

    it('for one-person actions, shows whether they expire', () => {
      const { unmount } = renderTaking(['FreezeAccount', 'brake']);
      expect(shown()).toBe('Takes effect at once.');
      unmount();
      renderTaking(['SetMarketState', 'brake']);
      expect(shown()).toMatch(LAPSES);
      expect(shown()).toContain('4 h');
    });

    it('for two-person actions, shows the waiting time after confirmation', () => {
      const { unmount } = renderTaking('SetOptionTerms', 1_800_000);
      expect(shown()).toMatch(/^Becomes a proposal: .* takes effect 30 min after that\.$/);
      unmount();
      // A waiting time of zero reads as "at once".
      renderTaking('SetOptionTerms', 0);
      expect(shown()).toMatch(/then it takes effect at once\.$/);
    });

    it('follows the entered values if they decide the requirement', async () => {
      renderTaking(['SetAssetState', ({ reason }) => (reason === 'open' ? 'restore' : 'brake')]);
      expect(shown()).toMatch(LAPSES);
      enter('open');
      expect(shown()).toMatch(/^Becomes a proposal/);
    });

    it('shows nothing if the consequence already states it', () => {
      renderTaking('told');
      expect(screen.queryByText(/^(Takes effect|Becomes a proposal)/)).toBeNull();
    });
  });

  it('shows a refusal in the server’s words and stays open', async () => {
    const { onClose, toasts } = show([{ error: { code: 'account.already.frozen', message: 'Already frozen.' } }]);
    enter('why');
    await confirm();
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Already frozen.');
    expect(onClose).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  });

  it('reuses the client id when retrying the same request after a timeout, not for a changed one', async () => {
    const { sent } = show([{ error: { cause: 'timeout' } }, { error: { cause: 'network' } }, { data: null }]);
    enter('why');
    await confirm();
    await confirm();
    enter('why not');
    await confirm();
    expect(sent.map(({ entered }) => entered.reason)).toEqual(['why', 'why', 'why not']);
    expect(sent[1].clientId).toBe(sent[0].clientId);
    expect(sent[2].clientId).not.toBe(sent[0].clientId);
  });

  it('keeps the client id after reopening, and replaces it once the server reports it reused', async () => {
    const unsure = { error: { code: 'outcome.unknown' } };
    const { sent, reopen, onClose } = show([unsure, { error: { code: 'client.id.reused' } }, { data: null }]);
    enter('why');
    await confirm();
    reopen();
    enter('why');
    // The server reports that the client id belongs to a different command. The dialog retries with a new id.
    await confirm();
    expect(sent[1].clientId).toBe(sent[0].clientId);
    expect(sent[2].clientId).not.toBe(sent[0].clientId);
    expect(onClose).toHaveBeenCalled();
  });

  it('shows the server’s validation error at its field', async () => {
    show([{ error: { code: 'request.invalid', data: { fields: [{ path: 'reason', code: 'too.long' }] } } }]);
    enter('why');
    await confirm();
    const field = screen.getByRole('textbox', { name: 'Reason', hidden: true });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('');
  });

  it('submits several marked choices', async () => {
    const choices = [
      { value: 'users', text: 'Users', hint: 'Freeze accounts.' },
      { value: 'staff', text: 'Staff' },
    ];
    const rights = {
      name: 'rights',
      label: 'Rights',
      kind: 'marks',
      lengthMax: 99,
      isOptional: true,
      choices,
    } as const;
    const { sent } = show([{ data: null }], { fields: [rights] });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Staff', hidden: true }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Users', hidden: true }));
    const about = screen.getByRole('checkbox', { name: 'Users', hidden: true }).getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(about)?.textContent).toBe('Freeze accounts.');
    await confirm();
    expect(sent[0].entered).toEqual({ rights: 'users,staff' });
  });

  it('runs cross-field checks only after each field is valid', async () => {
    const fields = [
      { name: 'low', label: 'Low', kind: 'whole', lengthMax: 5 },
      { name: 'high', label: 'High', kind: 'whole', lengthMax: 5 },
    ] as const;
    const { sent } = show([{ data: null }], {
      fields,
      check: ({ low, high }) => (Number(high) <= Number(low) ? [['high', 'out.of.range']] : []),
    });
    const field = (name: string) => screen.getByRole('textbox', { name, hidden: true });
    fireEvent.change(field('Low'), { target: { value: '7' } });
    await confirm();
    expect(screen.queryByText('The value is outside the allowed range.')).toBeNull();
    fireEvent.change(field('High'), { target: { value: '7' } });
    await confirm();
    expect(screen.getByText('The value is outside the allowed range.')).toBeTruthy();
    expect(document.activeElement).toBe(field('High'));
    fireEvent.change(field('High'), { target: { value: '8' } });
    await confirm();
    expect(sent.map(({ entered }) => entered)).toEqual([{ low: '7', high: '8' }]);
  });

  describe('number fields', () => {
    const amount = { name: 'amount', label: 'Amount', kind: 'decimal', lengthMax: 61, initial: '64310.25' } as const;
    const times = { name: 'times', label: 'Times', kind: 'whole', lengthMax: 5 } as const;
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true });
    const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
    afterEach(() => settled(() => chooseLanguage('en')));

    it('use the language’s format and send canonical decimals', async () => {
      await chooseLanguage('ep');
      const { sent } = show([{ data: null }], { fields: [amount, times] });
      expect(field('Amount').value).toBe('64.310,25');
      type('Amount', '1.234.567,891');
      type('Times', '1.200');
      await confirm();
      expect(sent[0].entered).toEqual({ amount: '1234567.891', times: '1200' });
    });

    it('reject ambiguous numbers and never round', async () => {
      const { sent } = show([], { fields: [amount, times] });
      type('Amount', '1,5');
      type('Times', '1.5');
      await confirm();
      expect(sent).toEqual([]);
      expect(document.activeElement).toBe(field('Amount'));
      expect(screen.getByText(/^Not clear/)).toBeTruthy();
      expect(screen.getByText(/^Write a whole number/)).toBeTruthy();
      type('Times', '100000');
      await confirm();
      expect(screen.getByText('This value is too long.')).toBeTruthy();
    });
  });
});
