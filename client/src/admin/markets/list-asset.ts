import { useListAssetMutation } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { DECIMAL_LENGTH_MAX } from '../act/fields';
import { useTexts } from '../../kit/i18n/use-texts';

const NAME_LENGTH_MAX = 32;

/** Lists a new coin or legal currency. */
export function useListAssetAct(): Act {
  const { t } = useTexts();
  const [listAsset] = useListAssetMutation();
  return {
    title: t('staff.list.asset'),
    consequence: t('staff.list.asset_consequence'),
    approvalRule: 'ListAsset',
    fields: [
      {
        ...{ name: 'asset', label: t('staff.list.symbol'), kind: 'line', lengthMax: NAME_LENGTH_MAX },
        hint: t('staff.list.symbol_hint'),
      },
      {
        ...{ name: 'fiat', label: t('staff.list.kind'), kind: 'line', lengthMax: 10 },
        choices: [
          { value: 'coin', text: t('staff.list.kind.coin') },
          { value: 'fiat', text: t('staff.list.kind.fiat') },
        ],
      },
      {
        ...{ name: 'scale', label: t('staff.list.scale'), kind: 'whole', lengthMax: 2, initial: '8' },
        hint: t('staff.list.scale_hint'),
      },
      { name: 'withdrawalFee', label: t('staff.coin.withdrawalFee'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
      { name: 'withdrawalMin', label: t('staff.coin.withdrawalMin'), kind: 'decimal', lengthMax: DECIMAL_LENGTH_MAX },
    ],
    confirm: t('staff.list.confirm'),
    successText: t('staff.list.done'),
    send: ({ asset, fiat, scale, withdrawalFee, withdrawalMin }, clientId) =>
      listAsset({ clientId, asset, scale: Number(scale), withdrawalFee, withdrawalMin, fiat: fiat === 'fiat' }),
  };
}
