// Derived from the discovery of a real API server by scripts/derive-resources.ts; not edited by hand.
import type { GroupVersionRow } from './built-in-row.ts';

// biome-ignore format: one line per resource
export const builtInTable: readonly GroupVersionRow[] = [
  {
    group: '',
    version: 'v1',
    resources: [
      { plural: 'bindings', singular: 'binding', kind: 'Binding', scope: 'Namespaced', verbs: 'create' },
      { plural: 'componentstatuses', singular: 'componentstatus', kind: 'ComponentStatus', scope: 'Cluster', verbs: 'get list', short: 'cs' },
      { plural: 'configmaps', singular: 'configmap', kind: 'ConfigMap', scope: 'Namespaced', verbs: '*', short: 'cm' },
      { plural: 'endpoints', singular: 'endpoints', kind: 'Endpoints', scope: 'Namespaced', verbs: '*', short: 'ep' },
      { plural: 'events', singular: 'event', kind: 'Event', scope: 'Namespaced', verbs: '*', short: 'ev' },
      { plural: 'limitranges', singular: 'limitrange', kind: 'LimitRange', scope: 'Namespaced', verbs: '*', short: 'limits' },
      { plural: 'namespaces', singular: 'namespace', kind: 'Namespace', scope: 'Cluster', verbs: 'create delete get list patch update watch', short: 'ns', sub: [['finalize', 'update'], ['status', 'get patch update']] },
      { plural: 'nodes', singular: 'node', kind: 'Node', scope: 'Cluster', verbs: '*', short: 'no', sub: [['proxy', 'create delete get patch update', 'NodeProxyOptions'], ['status', 'get patch update']] },
      { plural: 'persistentvolumeclaims', singular: 'persistentvolumeclaim', kind: 'PersistentVolumeClaim', scope: 'Namespaced', verbs: '*', short: 'pvc', sub: [['status', 'get patch update']] },
      { plural: 'persistentvolumes', singular: 'persistentvolume', kind: 'PersistentVolume', scope: 'Cluster', verbs: '*', short: 'pv', sub: [['status', 'get patch update']] },
      { plural: 'pods', singular: 'pod', kind: 'Pod', scope: 'Namespaced', verbs: '*', short: 'po', categories: 'all', sub: [['attach', 'create get', 'PodAttachOptions'], ['binding', 'create', 'Binding'], ['ephemeralcontainers', 'get patch update'], ['eviction', 'create', 'policy/v1/Eviction'], ['exec', 'create get', 'PodExecOptions'], ['log', 'get'], ['portforward', 'create get', 'PodPortForwardOptions'], ['proxy', 'create delete get patch update', 'PodProxyOptions'], ['resize', 'get patch update'], ['status', 'get patch update']] },
      { plural: 'podtemplates', singular: 'podtemplate', kind: 'PodTemplate', scope: 'Namespaced', verbs: '*' },
      { plural: 'replicationcontrollers', singular: 'replicationcontroller', kind: 'ReplicationController', scope: 'Namespaced', verbs: '*', short: 'rc', categories: 'all', sub: [['scale', 'get patch update', 'autoscaling/v1/Scale'], ['status', 'get patch update']] },
      { plural: 'resourcequotas', singular: 'resourcequota', kind: 'ResourceQuota', scope: 'Namespaced', verbs: '*', short: 'quota', sub: [['status', 'get patch update']] },
      { plural: 'secrets', singular: 'secret', kind: 'Secret', scope: 'Namespaced', verbs: '*' },
      { plural: 'serviceaccounts', singular: 'serviceaccount', kind: 'ServiceAccount', scope: 'Namespaced', verbs: '*', short: 'sa', sub: [['token', 'create', 'authentication.k8s.io/v1/TokenRequest']] },
      { plural: 'services', singular: 'service', kind: 'Service', scope: 'Namespaced', verbs: '*', short: 'svc', categories: 'all', sub: [['proxy', 'create delete get patch update', 'ServiceProxyOptions'], ['status', 'get patch update']] },
    ],
  },
  {
    group: 'apiregistration.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'apiservices', singular: 'apiservice', kind: 'APIService', scope: 'Cluster', verbs: '*', categories: 'api-extensions', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'apps',
    version: 'v1',
    resources: [
      { plural: 'controllerrevisions', singular: 'controllerrevision', kind: 'ControllerRevision', scope: 'Namespaced', verbs: '*' },
      { plural: 'daemonsets', singular: 'daemonset', kind: 'DaemonSet', scope: 'Namespaced', verbs: '*', short: 'ds', categories: 'all', sub: [['status', 'get patch update']] },
      { plural: 'deployments', singular: 'deployment', kind: 'Deployment', scope: 'Namespaced', verbs: '*', short: 'deploy', categories: 'all', sub: [['scale', 'get patch update', 'autoscaling/v1/Scale'], ['status', 'get patch update']] },
      { plural: 'replicasets', singular: 'replicaset', kind: 'ReplicaSet', scope: 'Namespaced', verbs: '*', short: 'rs', categories: 'all', sub: [['scale', 'get patch update', 'autoscaling/v1/Scale'], ['status', 'get patch update']] },
      { plural: 'statefulsets', singular: 'statefulset', kind: 'StatefulSet', scope: 'Namespaced', verbs: '*', short: 'sts', categories: 'all', sub: [['scale', 'get patch update', 'autoscaling/v1/Scale'], ['status', 'get patch update']] },
    ],
  },
  {
    group: 'events.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'events', singular: 'event', kind: 'Event', scope: 'Namespaced', verbs: '*', short: 'ev' },
    ],
  },
  {
    group: 'authentication.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'selfsubjectreviews', singular: 'selfsubjectreview', kind: 'SelfSubjectReview', scope: 'Cluster', verbs: 'create' },
      { plural: 'tokenreviews', singular: 'tokenreview', kind: 'TokenReview', scope: 'Cluster', verbs: 'create' },
    ],
  },
  {
    group: 'authorization.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'localsubjectaccessreviews', singular: 'localsubjectaccessreview', kind: 'LocalSubjectAccessReview', scope: 'Namespaced', verbs: 'create' },
      { plural: 'selfsubjectaccessreviews', singular: 'selfsubjectaccessreview', kind: 'SelfSubjectAccessReview', scope: 'Cluster', verbs: 'create' },
      { plural: 'selfsubjectrulesreviews', singular: 'selfsubjectrulesreview', kind: 'SelfSubjectRulesReview', scope: 'Cluster', verbs: 'create' },
      { plural: 'subjectaccessreviews', singular: 'subjectaccessreview', kind: 'SubjectAccessReview', scope: 'Cluster', verbs: 'create' },
    ],
  },
  {
    group: 'autoscaling',
    version: 'v2',
    resources: [
      { plural: 'horizontalpodautoscalers', singular: 'horizontalpodautoscaler', kind: 'HorizontalPodAutoscaler', scope: 'Namespaced', verbs: '*', short: 'hpa', categories: 'all', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'autoscaling',
    version: 'v1',
    resources: [
      { plural: 'horizontalpodautoscalers', singular: 'horizontalpodautoscaler', kind: 'HorizontalPodAutoscaler', scope: 'Namespaced', verbs: '*', short: 'hpa', categories: 'all', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'batch',
    version: 'v1',
    resources: [
      { plural: 'cronjobs', singular: 'cronjob', kind: 'CronJob', scope: 'Namespaced', verbs: '*', short: 'cj', categories: 'all', sub: [['status', 'get patch update']] },
      { plural: 'jobs', singular: 'job', kind: 'Job', scope: 'Namespaced', verbs: '*', categories: 'all', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'certificates.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'certificatesigningrequests', singular: 'certificatesigningrequest', kind: 'CertificateSigningRequest', scope: 'Cluster', verbs: '*', short: 'csr', sub: [['approval', 'get patch update'], ['status', 'get patch update']] },
    ],
  },
  {
    group: 'networking.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'ingressclasses', singular: 'ingressclass', kind: 'IngressClass', scope: 'Cluster', verbs: '*' },
      { plural: 'ingresses', singular: 'ingress', kind: 'Ingress', scope: 'Namespaced', verbs: '*', short: 'ing', sub: [['status', 'get patch update']] },
      { plural: 'ipaddresses', singular: 'ipaddress', kind: 'IPAddress', scope: 'Cluster', verbs: '*', short: 'ip' },
      { plural: 'networkpolicies', singular: 'networkpolicy', kind: 'NetworkPolicy', scope: 'Namespaced', verbs: '*', short: 'netpol' },
      { plural: 'servicecidrs', singular: 'servicecidr', kind: 'ServiceCIDR', scope: 'Cluster', verbs: '*', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'policy',
    version: 'v1',
    resources: [
      { plural: 'poddisruptionbudgets', singular: 'poddisruptionbudget', kind: 'PodDisruptionBudget', scope: 'Namespaced', verbs: '*', short: 'pdb', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'clusterrolebindings', singular: 'clusterrolebinding', kind: 'ClusterRoleBinding', scope: 'Cluster', verbs: '*' },
      { plural: 'clusterroles', singular: 'clusterrole', kind: 'ClusterRole', scope: 'Cluster', verbs: '*' },
      { plural: 'rolebindings', singular: 'rolebinding', kind: 'RoleBinding', scope: 'Namespaced', verbs: '*' },
      { plural: 'roles', singular: 'role', kind: 'Role', scope: 'Namespaced', verbs: '*' },
    ],
  },
  {
    group: 'storage.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'csidrivers', singular: 'csidriver', kind: 'CSIDriver', scope: 'Cluster', verbs: '*' },
      { plural: 'csinodes', singular: 'csinode', kind: 'CSINode', scope: 'Cluster', verbs: '*' },
      { plural: 'csistoragecapacities', singular: 'csistoragecapacity', kind: 'CSIStorageCapacity', scope: 'Namespaced', verbs: '*' },
      { plural: 'storageclasses', singular: 'storageclass', kind: 'StorageClass', scope: 'Cluster', verbs: '*', short: 'sc' },
      { plural: 'volumeattachments', singular: 'volumeattachment', kind: 'VolumeAttachment', scope: 'Cluster', verbs: '*', sub: [['status', 'get patch update']] },
      { plural: 'volumeattributesclasses', singular: 'volumeattributesclass', kind: 'VolumeAttributesClass', scope: 'Cluster', verbs: '*', short: 'vac' },
    ],
  },
  {
    group: 'admissionregistration.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'mutatingadmissionpolicies', singular: 'mutatingadmissionpolicy', kind: 'MutatingAdmissionPolicy', scope: 'Cluster', verbs: '*', categories: 'api-extensions' },
      { plural: 'mutatingadmissionpolicybindings', singular: 'mutatingadmissionpolicybinding', kind: 'MutatingAdmissionPolicyBinding', scope: 'Cluster', verbs: '*', categories: 'api-extensions' },
      { plural: 'mutatingwebhookconfigurations', singular: 'mutatingwebhookconfiguration', kind: 'MutatingWebhookConfiguration', scope: 'Cluster', verbs: '*', categories: 'api-extensions' },
      { plural: 'validatingadmissionpolicies', singular: 'validatingadmissionpolicy', kind: 'ValidatingAdmissionPolicy', scope: 'Cluster', verbs: '*', categories: 'api-extensions', sub: [['status', 'get patch update']] },
      { plural: 'validatingadmissionpolicybindings', singular: 'validatingadmissionpolicybinding', kind: 'ValidatingAdmissionPolicyBinding', scope: 'Cluster', verbs: '*', categories: 'api-extensions' },
      { plural: 'validatingwebhookconfigurations', singular: 'validatingwebhookconfiguration', kind: 'ValidatingWebhookConfiguration', scope: 'Cluster', verbs: '*', categories: 'api-extensions' },
    ],
  },
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'customresourcedefinitions', singular: 'customresourcedefinition', kind: 'CustomResourceDefinition', scope: 'Cluster', verbs: '*', short: 'crd crds', categories: 'api-extensions', sub: [['status', 'get patch update']] },
    ],
  },
  {
    group: 'scheduling.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'priorityclasses', singular: 'priorityclass', kind: 'PriorityClass', scope: 'Cluster', verbs: '*', short: 'pc' },
    ],
  },
  {
    group: 'coordination.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'leases', singular: 'lease', kind: 'Lease', scope: 'Namespaced', verbs: '*' },
    ],
  },
  {
    group: 'node.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'runtimeclasses', singular: 'runtimeclass', kind: 'RuntimeClass', scope: 'Cluster', verbs: '*' },
    ],
  },
  {
    group: 'discovery.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'endpointslices', singular: 'endpointslice', kind: 'EndpointSlice', scope: 'Namespaced', verbs: '*' },
    ],
  },
  {
    group: 'resource.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'deviceclasses', singular: 'deviceclass', kind: 'DeviceClass', scope: 'Cluster', verbs: '*' },
      { plural: 'resourceclaims', singular: 'resourceclaim', kind: 'ResourceClaim', scope: 'Namespaced', verbs: '*', sub: [['status', 'get patch update']] },
      { plural: 'resourceclaimtemplates', singular: 'resourceclaimtemplate', kind: 'ResourceClaimTemplate', scope: 'Namespaced', verbs: '*' },
      { plural: 'resourceslices', singular: 'resourceslice', kind: 'ResourceSlice', scope: 'Cluster', verbs: '*' },
    ],
  },
  {
    group: 'flowcontrol.apiserver.k8s.io',
    version: 'v1',
    resources: [
      { plural: 'flowschemas', singular: 'flowschema', kind: 'FlowSchema', scope: 'Cluster', verbs: '*', sub: [['status', 'get patch update']] },
      { plural: 'prioritylevelconfigurations', singular: 'prioritylevelconfiguration', kind: 'PriorityLevelConfiguration', scope: 'Cluster', verbs: '*', sub: [['status', 'get patch update']] },
    ],
  },
];
