import { useMemo, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectUser } from '../../kit/entities/session/session-slice';
import { useListedAssetsQuery } from '../../kit/entities/wallet/wallet-api';
import { AssetScales } from '../../kit/ui/figures/asset-scales';

/** Provides the decimals of each asset's amounts. Loaded after log-in. */
export function KnownScales({ children }: { children: ReactNode }) {
  const user = useSelector(selectUser);
  const { data: assets } = useListedAssetsQuery(undefined, { skip: user === null });
  const scales = useMemo(() => Object.fromEntries((assets ?? []).map(({ asset, scale }) => [asset, scale])), [assets]);
  return <AssetScales.Provider value={scales}>{children}</AssetScales.Provider>;
}
