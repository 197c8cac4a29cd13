import Select from 'antd/es/select';
import { useBankCardsQuery } from '../../entities/security/security-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { serverNow } from '../../shared/stream/server-time';

interface CardFieldProps {
  /** From the form that it is a field of. */
  id?: string;
  value?: string;
  onChange?: (card: string) => void;
  onBlur?: () => void;
}

/** One of the stored bank cards. */
export function CardField({ value, ...properties }: CardFieldProps) {
  const { say } = useTexts();
  const { data: cards = [], isFetching } = useBankCardsQuery(undefined, { refetchOnMountOrArgChange: true });
  const now = serverNow();
  return (
    <Select
      {...properties}
      size="large"
      loading={isFetching}
      value={value ?? null}
      placeholder={cards.length === 0 && !isFetching ? say('wallet.card_none') : say('wallet.card_choose')}
      notFoundContent={say('wallet.card_none')}
      options={cards.map(({ card, bankName, cardNumber, realName, usableAt }) => {
        const name = `${bankName} · ${cardNumber} · ${realName}`;
        if (usableAt <= now) return { value: card, label: name };
        const from = say('wallet.address_usable_from', { time: dateAndTime(usableAt) });
        return { value: card, label: `${name} · ${from}`, disabled: true };
      })}
    />
  );
}
