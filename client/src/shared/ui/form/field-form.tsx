import Form from 'antd/es/form';
import type { FormInstance } from 'antd/es/form';
import type { ReactNode } from 'react';

interface FieldFormProps<Fields> {
  form?: FormInstance<Fields>;
  className?: string | undefined;
  /** Names above their fields, unless fields stand in a row. */
  layout?: 'vertical' | 'horizontal';
  initialValues?: Partial<Fields> | undefined;
  /** With fields of which nothing is wrong. */
  onSubmit: (fields: Fields) => void;
  /** Something was typed. */
  onChange?: () => void;
  children: ReactNode;
}

/**
 * What all forms have in common. A field is judged when it is left. What was said of it goes with the first key that is pressed
 * in it: nobody is told off for what they are mending. A form that is not complete leads to the first field that is wrong.
 */
export function FieldForm<Fields extends object>(properties: FieldFormProps<Fields>) {
  const { form: given, className, layout = 'vertical', initialValues, onSubmit, onChange, children } = properties;
  const [form] = Form.useForm<Fields>(given);
  const forgive = (changed: object) => {
    const faulty = form.getFieldsError().filter(({ name, errors }) => errors.length > 0 && String(name[0]) in changed);
    (form as FormInstance).setFields(faulty.map(({ name }) => ({ name, errors: [] })));
  };
  return (
    <Form<Fields>
      className={className}
      form={form}
      layout={layout}
      requiredMark={false}
      validateTrigger="onBlur"
      scrollToFirstError={{ behavior: 'instant', focus: true }}
      noValidate
      initialValues={initialValues}
      onFinish={onSubmit}
      onValuesChange={(changed: object) => {
        forgive(changed);
        onChange?.();
      }}
    >
      {children}
    </Form>
  );
}
