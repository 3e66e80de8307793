cd /tmp/wt/received
npx vitest run --project=api apps/api/src/proofs/invariants.test.ts -t "received_documents|voided_numbers|ecf_documents|demonstration|invariant|every|violates" > .r1.log 2>&1
npx vitest run --project=api apps/api/src/resource/migration apps/api/src/resource/database apps/api/src/testing/contract apps/api/src/resource/contract -t "received_documents|ecf_documents|fiscal_sequences|voided_numbers" > .r2.log 2>&1
npx vitest run --project=dom packages/screens/src/fiscal > .r3.log 2>&1
npx vitest run --project=api apps/api/src/resource/reading/foreign-reader apps/api/src/admin/roles/permission-matrix > .r4.log 2>&1
npx vitest run --project=domain > .r5.log 2>&1
npx vitest run --project=repo > .r6.log 2>&1
echo all > .rall
