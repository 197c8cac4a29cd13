import { useMemo, type ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { selectUser } from '../../entities/session/session-slice';
import { useListedAssetsQuery } from '../../entities/wallet/wallet-api';
import { AssetScales } from '../../shared/ui/figures/asset-scales';

/** How many places the amounts of each asset have: for whoever has some. */
export function KnownScales({ children }: { children: ReactNode }) {
  const user = useSelector(selectUser);
  const { data: assets } = useListedAssetsQuery(undefined, { skip: user === null });
  const scales = useMemo(() => Object.fromEntries((assets ?? []).map(({ asset, scale }) => [asset, scale])), [assets]);
  return <AssetScales.Provider value={scales}>{children}</AssetScales.Provider>;
}
