import { fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { startLanguage } from '../../i18n/i18n';
import { Dialog } from './dialog';
import { Answers, DialogForm } from './dialog-form';
import { Submit } from '../form/submit';

beforeAll(startLanguage);

const shown = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
/** Browsers close a dialog on the second Esc without a cancel event. */
const closedByBrowser = () => {
  shown().close();
  fireEvent(shown(), new Event('close'));
};

describe('dialog', () => {
  it('that must be answered stays open against the browser', () => {
    render(<Dialog title="Sure?">now</Dialog>);
    fireEvent(shown(), new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(shown());
    closedByBrowser();
    expect(shown().open).toBe(true);
  });

  it('reports being closed by the browser', () => {
    const onClose = jest.fn();
    render(
      <Dialog title="Sure?" onClose={onClose}>
        now
      </Dialog>,
    );
    closedByBrowser();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  const later = () => Promise.resolve();
  const sendings: [string, (isBusy: boolean) => ReactNode][] = [
    ['a form', (isBusy) => <Submit text="Send" isBusy={isBusy} formError={null} />],
    [
      'fields',
      (isBusy) => (
        <DialogForm refusal={null} confirm="Send" isBusy={isBusy} onSend={later}>
          now
        </DialogForm>
      ),
    ],
    [
      'a question',
      (isBusy) => <Answers keep="Keep" confirm="Send" isBusy={isBusy} onKeep={() => undefined} onConfirm={later} />,
    ],
  ];

  it.each(sendings)('with %s stays open while sending, to show the outcome', (_, content) => {
    const onClose = jest.fn();
    const dialog = (isBusy: boolean) => (
      <Dialog title="Sure?" onClose={onClose}>
        {content(isBusy)}
      </Dialog>
    );
    const { rerender } = render(dialog(true));
    const cross = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Close', hidden: true });
    fireEvent(shown(), new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(shown());
    fireEvent.click(cross());
    closedByBrowser();
    expect(shown().open).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    rerender(dialog(false));
    expect(cross().disabled).toBe(false);
    fireEvent(shown(), new Event('cancel', { cancelable: true }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
