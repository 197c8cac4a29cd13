import { fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../i18n/i18n';
import { Dialog } from './dialog';

beforeAll(startLanguage);

const shown = () => screen.getByRole<HTMLDialogElement>('dialog', { hidden: true });
/** As a browser does at a second Esc: it does not ask. */
const closedByBrowser = () => {
  shown().close();
  fireEvent(shown(), new Event('close'));
};

describe('a dialog', () => {
  it('that has to be answered stays, whatever the browser does', () => {
    render(<Dialog title="Sure?">now</Dialog>);
    fireEvent(shown(), new Event('cancel', { cancelable: true }));
    fireEvent.mouseDown(shown());
    closedByBrowser();
    expect(shown().open).toBe(true);
  });

  it('that the browser closes tells so', () => {
    const onClose = jest.fn();
    render(
      <Dialog title="Sure?" onClose={onClose}>
        now
      </Dialog>,
    );
    closedByBrowser();
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
