import { readerOf } from '../../selectors/index.ts';

export const reportingController = readerOf('reportingComponent');
