import Form from 'antd/es/form';
import Input from 'antd/es/input';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { startLanguage } from '../../i18n/i18n';
import { settle } from '../../../testing/settle';
import { FieldForm } from './field-form';
import { Submit } from './submit';

beforeAll(startLanguage);

interface Fields {
  name: string;
  city: string;
}

function show(onSubmit: (fields: Fields) => void = () => undefined, onChange: () => void = () => undefined) {
  cleanup();
  render(
    <FieldForm<Fields> onSubmit={onSubmit} onChange={onChange}>
      <Form.Item name="name" label="Name" rules={[{ required: true, message: 'Name, please.' }]}>
        <Input />
      </Form.Item>
      <Form.Item name="city" label="City" rules={[{ required: true, message: 'City, please.' }]}>
        <Input />
      </Form.Item>
      <Submit text="Send" isBusy={false} fault={null} />
    </FieldForm>,
  );
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const type = (name: string, text: string) =>
  act(async () => void fireEvent.change(field(name), { target: { value: text } }));
const send = async () => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })));
  await settle();
};
const isFaulty = (name: string) => field(name).getAttribute('aria-invalid') === 'true';

describe('a form', () => {
  it('that is not complete leads to the first field that is wrong', async () => {
    const onSubmit = jest.fn();
    show(onSubmit);
    await type('Name', 'Ada');
    await send();
    expect(document.activeElement).toBe(field('City'));
    expect(onSubmit).not.toHaveBeenCalled();
    show(onSubmit);
    await send();
    expect(document.activeElement).toBe(field('Name'));
  });

  it('says nothing more of a field that has been filled, while that is still being typed in', async () => {
    show();
    await send();
    expect([isFaulty('Name'), isFaulty('City')]).toEqual([true, true]);
    await type('Name', 'A');
    await settle();
    expect([isFaulty('Name'), isFaulty('City')]).toEqual([false, true]);
  });

  it('judges a field again when it is left', async () => {
    show();
    await send();
    await type('Name', 'A');
    await type('Name', '');
    await act(async () => void fireEvent.blur(field('Name')));
    await settle();
    expect(isFaulty('Name')).toBe(true);
  });

  it('tells whoever asks that something was typed, and hands over what was', async () => {
    const [onSubmit, onChange] = [jest.fn(), jest.fn()];
    show(onSubmit, onChange);
    await type('Name', 'Ada');
    await type('City', 'London');
    expect(onChange).toHaveBeenCalledTimes(2);
    await send();
    expect(onSubmit).toHaveBeenCalledWith({ name: 'Ada', city: 'London' });
  });
});
