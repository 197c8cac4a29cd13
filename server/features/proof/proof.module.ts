import { Module } from '@nestjs/common';
import { feature } from '../shared/endpoints/feature';
import { PROOF_ENDPOINTS } from './proof.endpoints';
import { Proofs } from './proofs';

@Module(feature([], { endpoints: PROOF_ENDPOINTS, providers: [Proofs] }))
export class ProofModule {}
