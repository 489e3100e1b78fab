import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What kubectl learns of a file's clusters is neither kept in the user's home nor met by another file's. */
process.env['KUBECACHEDIR'] = join(tmpdir(), `kubectl-cache-${process.pid}`);
