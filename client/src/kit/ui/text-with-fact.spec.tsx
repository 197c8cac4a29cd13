import { render } from '@testing-library/react';
import { startLanguage } from '../i18n/i18n';
import { TextWithFact } from './text-with-fact';

beforeAll(startLanguage);

it('marks only the facts of a text as not translatable', () => {
  const { container, rerender } = render(<TextWithFact text="code.resend_in" params={{ seconds: '59' }} />);
  const figure = container.querySelector('[translate="no"]');
  expect(container.textContent).toBe('Again in 59 s');
  expect(figure?.textContent).toBe('59');
  // The element survives an update, so a translated page still shows the new figure.
  rerender(<TextWithFact text="code.resend_in" params={{ seconds: '58' }} />);
  expect(container.querySelector('[translate="no"]')).toBe(figure);
  expect(figure?.textContent).toBe('58');
});

it('puts each fact in the language’s word order', () => {
  const facts = { percent: '12%', price: '60 000 USDT' };
  const { container } = render(<TextWithFact text="place.far.buy" params={facts} />);
  const figures = [...container.querySelectorAll('[translate="no"]')].map(({ textContent }) => textContent);
  expect(figures.sort()).toEqual(Object.values(facts).sort());
});
