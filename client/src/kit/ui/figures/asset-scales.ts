import { createContext } from 'react';

/** Decimals by asset, provided by the app's frame. Unknown assets are missing. */
export const AssetScales = createContext<Readonly<Record<string, number>>>({});
