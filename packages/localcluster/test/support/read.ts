/** What the server adds to the metadata of every object: tests lay their own over it. */
export const READ = { name: 'object', uid: 'uid', resourceVersion: '1' };
