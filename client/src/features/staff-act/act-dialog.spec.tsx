import { configureStore } from '@reduxjs/toolkit';
import { act as settled, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { chooseLanguage, needTexts, startLanguage } from '../../shared/i18n/i18n';
import { STAFF_TEXTS } from '../../shared/i18n/part-texts';
import { toastsSlice, selectToasts } from '../../shared/toasts/toasts-slice';
import { ActDialog, type Act, type Entered, type Outcome } from './act-dialog';
import { StaffWait, type Takes } from './takes';

const REASON = { name: 'reason', label: 'Reason', kind: 'lines', lengthMax: 200 } as const;

beforeAll(async () => {
  await startLanguage();
  await needTexts(STAFF_TEXTS);
});

/** A dialog whose act is answered by these, one after the other. */
function show(outcomes: Outcome[], of: Partial<Act> = {}) {
  const store = configureStore({ reducer: { toasts: toastsSlice.reducer } });
  const sent: { entered: Entered; clientId: string }[] = [];
  const onClose = jest.fn();
  const onDone = jest.fn();
  const act: Act = {
    title: 'Freeze',
    consequence: 'The user can no longer trade.',
    takes: ['FreezeAccount', 'brake'],
    fields: [REASON],
    confirm: 'Freeze account',
    done: 'The account is frozen.',
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

/** A dialog whose act takes this of staff. */
function renderTaking(takes: Takes, waitMs: number | null = null) {
  const act: Act = {
    ...{ title: 'Act', consequence: 'It is so.', takes, fields: [REASON], confirm: 'Freeze account', done: 'Done.' },
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

describe('an act of staff', () => {
  it('says what it leads to, and is not sent without its reason', async () => {
    const { sent } = show([]);
    expect(screen.getByText('The user can no longer trade.')).toBeTruthy();
    await confirm();
    expect(sent).toEqual([]);
    const field = screen.getByRole('textbox', { name: 'Reason', hidden: true });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  });

  it('says nothing more of a field that is being filled', async () => {
    show([]);
    await confirm();
    enter('s');
    expect(screen.getByRole('textbox', { name: 'Reason', hidden: true }).getAttribute('aria-invalid')).toBe('false');
  });

  it('says that it is done, and where it stands', async () => {
    const { onClose, onDone, toasts } = show([{ data: { position: 42 } }]);
    enter(' stolen card ');
    await confirm();
    expect(onDone).toHaveBeenCalledWith(42);
    expect(onClose).toHaveBeenCalled();
    expect(toasts()).toMatchObject([{ kind: 'success', text: 'The account is frozen.' }]);
  });

  it('that waits for another says as which proposal', async () => {
    const { toasts } = show([{ data: { position: 42, proposal: '12' } }]);
    enter('stolen card');
    await confirm();
    expect(toasts()).toMatchObject([{ kind: 'info', text: 'Proposed as #12. It waits for a second member of staff.' }]);
  });

  it('that is several at once names every proposal', async () => {
    const { toasts } = show([{ data: { proposals: ['12', '13'] } }]);
    enter('stolen card');
    await confirm();
    expect(toasts()).toMatchObject([{ text: 'Proposed as #12, #13. It waits for a second member of staff.' }]);
  });

  it('that one does alone says until when it lasts, unless it does not end by itself', async () => {
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

  describe('says before it is sent what it takes', () => {
    const LAPSES = /^Takes effect at once, and ends by itself after/;
    const shown = () => screen.getByText(/^(Takes effect|Becomes a proposal)/).textContent ?? '';

    it('of one person, whether it ends by itself', () => {
      const { unmount } = renderTaking(['FreezeAccount', 'brake']);
      expect(shown()).toBe('Takes effect at once.');
      unmount();
      renderTaking(['SetMarketState', 'brake']);
      expect(shown()).toMatch(LAPSES);
      expect(shown()).toContain('4 h');
    });

    it('of two, how long it waits after the second', () => {
      const { unmount } = renderTaking('SetOptionTerms', 1_800_000);
      expect(shown()).toMatch(/^Becomes a proposal: .* takes effect 30 min after that\.$/);
      unmount();
      // Without a waiting time a change takes effect at once, too.
      renderTaking('SetOptionTerms', 0);
      expect(shown()).toMatch(/then it takes effect at once\.$/);
    });

    it('by what is entered, where that decides it', async () => {
      renderTaking(['SetAssetState', ({ reason }) => (reason === 'open' ? 'restore' : 'brake')]);
      expect(shown()).toMatch(LAPSES);
      enter('open');
      expect(shown()).toMatch(/^Becomes a proposal/);
    });

    it('and nothing where the consequence has said it', () => {
      renderTaking('told');
      expect(screen.queryByText(/^(Takes effect|Becomes a proposal)/)).toBeNull();
    });
  });

  it('that is refused says so in the words of the exchange and stays', async () => {
    const { onClose, toasts } = show([{ error: { code: 'account.already.frozen', message: 'Already frozen.' } }]);
    enter('why');
    await confirm();
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('Already frozen.');
    expect(onClose).not.toHaveBeenCalled();
    expect(toasts()).toEqual([]);
  });

  it('sent again after no answer carries the same client id; another wish carries another', async () => {
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

  it('keeps its id over its dialog too, and has another one when that was another act', async () => {
    const unsure = { error: { code: 'outcome.unknown' } };
    const { sent, reopen, onClose } = show([unsure, { error: { code: 'client.id.reused' } }, { data: null }]);
    enter('why');
    await confirm();
    reopen();
    enter('why');
    // Of something else by the same name: the exchange says so, and it is sent as what it is.
    await confirm();
    expect(sent[1].clientId).toBe(sent[0].clientId);
    expect(sent[2].clientId).not.toBe(sent[0].clientId);
    expect(onClose).toHaveBeenCalled();
  });

  it('says at the field what the exchange says of it', async () => {
    show([{ error: { code: 'request.invalid', data: { fields: [{ path: 'reason', code: 'too.long' }] } } }]);
    enter('why');
    await confirm();
    const field = screen.getByRole('textbox', { name: 'Reason', hidden: true });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert', { hidden: true }).textContent).toBe('');
  });

  it('gives several choices at once', async () => {
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

  it('judges what was entered together only once each by itself is fine', async () => {
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

  describe('with a number', () => {
    const amount = { name: 'amount', label: 'Amount', kind: 'decimal', lengthMax: 61, initial: '64310.25' } as const;
    const times = { name: 'times', label: 'Times', kind: 'whole', lengthMax: 5 } as const;
    const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name, hidden: true });
    const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
    afterEach(() => settled(() => chooseLanguage('en')));

    it('shows and reads it in the format of the language, and sends it as every request does', async () => {
      await chooseLanguage('ep');
      const { sent } = show([{ data: null }], { fields: [amount, times] });
      expect(field('Amount').value).toBe('64.310,25');
      type('Amount', '1.234.567,891');
      type('Times', '1.200');
      await confirm();
      expect(sent[0].entered).toEqual({ amount: '1234567.891', times: '1200' });
    });

    it('refuses what is not clear, and rounds nothing', async () => {
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
