import { createContext } from 'react';

/** By asset: how many places its amounts have. The frame of the app fills it in; what is not there is not known yet. */
export const AssetScales = createContext<Readonly<Record<string, number>>>({});
