import { render } from '@testing-library/react';
import { startLanguage } from '../i18n/i18n';
import { Said } from './said';

beforeAll(startLanguage);

it('marks the facts of a text as not to be translated, and nothing else of it', () => {
  const { container, rerender } = render(<Said text="code.resend_in" facts={{ seconds: '59' }} />);
  const figure = container.querySelector('[translate="no"]');
  expect(container.textContent).toBe('Again in 59 s');
  expect(figure?.textContent).toBe('59');
  // A figure that the translator left alone still changes.
  rerender(<Said text="code.resend_in" facts={{ seconds: '58' }} />);
  expect(container.querySelector('[translate="no"]')).toBe(figure);
  expect(figure?.textContent).toBe('58');
});

it('takes each fact where the language puts it', () => {
  const facts = { percent: '12%', price: '60 000 USDT' };
  const { container } = render(<Said text="place.far.buy" facts={facts} />);
  const figures = [...container.querySelectorAll('[translate="no"]')].map(({ textContent }) => textContent);
  expect(figures.sort()).toEqual(Object.values(facts).sort());
});
