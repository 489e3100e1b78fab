"""Looks after Widgets with kopf: each has a ConfigMap, a status, and leaves a trace when it goes."""

import json
import os
import ssl
import urllib.request

import kopf

SERVER, TOKEN, AUTHORITY = (os.environ[name] for name in ('SERVER', 'TOKEN', 'AUTHORITY'))


def post(path, body):
    """kopf brings no client for built-in kinds."""
    headers = {'Authorization': f'Bearer {TOKEN}', 'Content-Type': 'application/json'}
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), headers, method='POST')
    urllib.request.urlopen(request, context=ssl.create_default_context(cafile=AUTHORITY)).read()


@kopf.on.startup()
def configure(settings, **_):
    settings.posting.enabled = True
    settings.persistence.finalizer = 'foreign.slipway.dev/kopf'


@kopf.on.create('foreign.slipway.dev', 'v1', 'widgets')
def created(spec, name, namespace, patch, **_):
    child = {'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name': name}, 'data': {'size': str(spec['size'])}}
    kopf.adopt(child)
    post(f'/api/v1/namespaces/{namespace}/configmaps', child)
    patch.status['size'] = spec['size']
    return {'made': name}


@kopf.on.update('foreign.slipway.dev', 'v1', 'widgets', field='spec.size')
def changed(old, new, patch, body, **_):
    patch.status['size'] = new
    kopf.info(body, reason='Resized', message=f'from {old} to {new}')


@kopf.on.delete('foreign.slipway.dev', 'v1', 'widgets')
def gone(name, namespace, **_):
    post(f'/api/v1/namespaces/{namespace}/configmaps', {'metadata': {'name': f'{name}-gone'}})
