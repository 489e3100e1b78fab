// Derived from a real API server by scripts/derive-policy.ts; not edited by hand.

/** How to read it: bootstrap.ts. */
export const bootstrapTable = `
ClusterRole admin <admin
ClusterRole cluster-admin
* * *
* / *
ClusterRole edit >admin <edit
ClusterRole system:aggregate-to-admin >admin
create authorization.k8s.io localsubjectaccessreviews
create,delete,deletecollection,get,list,patch,update,watch rbac.authorization.k8s.io rolebindings,roles
ClusterRole system:aggregate-to-edit >edit
get,list,watch core pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
impersonate core serviceaccounts
create,delete,deletecollection,patch,update core pods,pods/attach,pods/exec,pods/portforward,pods/proxy
create core pods/eviction
create,delete,deletecollection,patch,update core configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
create core serviceaccounts/token
create,delete,deletecollection,patch,update core,events.k8s.io events
create,delete,deletecollection,patch,update apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
create,delete,deletecollection,patch,update autoscaling horizontalpodautoscalers
create,delete,deletecollection,patch,update batch cronjobs,jobs
create,delete,deletecollection,patch,update extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
create,delete,deletecollection,patch,update policy poddisruptionbudgets
create,delete,deletecollection,patch,update networking.k8s.io ingresses,networkpolicies
create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leases
create,delete,deletecollection,patch,update resource.k8s.io resourceclaims,resourceclaimtemplates
ClusterRole system:aggregate-to-view >view
get,list,watch core configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
get,list,watch core bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
get,list,watch core namespaces
get,list,watch core,events.k8s.io events
get,list,watch discovery.k8s.io endpointslices
get,list,watch apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
get,list,watch autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
get,list,watch batch cronjobs,cronjobs/status,jobs,jobs/status
get,list,watch extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
get,list,watch policy poddisruptionbudgets,poddisruptionbudgets/status
get,list,watch networking.k8s.io ingresses,ingresses/status,networkpolicies
get,list,watch resource.k8s.io resourceclaims,resourceclaims/status,resourceclaimtemplates
ClusterRole system:auth-delegator
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
ClusterRole system:basic-user
create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
create authentication.k8s.io selfsubjectreviews
ClusterRole system:certificates.k8s.io:certificatesigningrequests:nodeclient
create certificates.k8s.io certificatesigningrequests/nodeclient
ClusterRole system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
create certificates.k8s.io certificatesigningrequests/selfnodeclient
ClusterRole system:certificates.k8s.io:kube-apiserver-client-approver
approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client
ClusterRole system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
ClusterRole system:certificates.k8s.io:kubelet-serving-approver
approve certificates.k8s.io signers kubernetes.io/kubelet-serving
ClusterRole system:certificates.k8s.io:legacy-unknown-approver
approve certificates.k8s.io signers kubernetes.io/legacy-unknown
ClusterRole system:controller:attachdetach-controller
list,watch core persistentvolumeclaims,persistentvolumes
get,list,watch core nodes
patch,update core nodes/status
list,watch core pods
create,patch,update core,events.k8s.io events
create,delete,get,list,watch storage.k8s.io volumeattachments
get,list,watch storage.k8s.io csidrivers
get,list,watch storage.k8s.io csinodes
ClusterRole system:controller:certificate-controller
delete,get,list,watch certificates.k8s.io certificatesigningrequests
update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
approve certificates.k8s.io signers kubernetes.io/kube-apiserver-client-kubelet
sign certificates.k8s.io signers kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
create authorization.k8s.io subjectaccessreviews
create,patch,update core,events.k8s.io events
ClusterRole system:controller:clusterrole-aggregation-controller
escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
ClusterRole system:controller:cronjob-controller
get,list,update,watch batch cronjobs
create,delete,get,list,patch,update,watch batch jobs
update batch cronjobs/status
update batch cronjobs/finalizers
delete,list,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:daemon-set-controller
get,list,watch apps,extensions daemonsets
update apps,extensions daemonsets/status
update apps,extensions daemonsets/finalizers
list,watch core nodes
create,delete,list,patch,watch core pods
create core pods/binding
create,delete,get,list,patch,update,watch apps controllerrevisions
create,patch,update core,events.k8s.io events
ClusterRole system:controller:deployment-controller
get,list,update,watch apps,extensions deployments
update apps,extensions deployments/status
update apps,extensions deployments/finalizers
create,delete,get,list,patch,update,watch apps,extensions replicasets
get,list,update,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:device-taint-eviction-controller
delete,get,list,watch core pods
patch,update core pods/status
get,list,watch resource.k8s.io resourceclaims
get,list,watch resource.k8s.io resourceslices
get,list,watch resource.k8s.io deviceclasses
create,patch,update core,events.k8s.io events
ClusterRole system:controller:disruption-controller
get,list,watch apps,extensions deployments
get,list,watch apps,extensions replicasets
get,list,watch core replicationcontrollers
get,list,watch policy poddisruptionbudgets
get,list,watch apps statefulsets
update policy poddisruptionbudgets/status
patch,update core pods/status
get * */scale
create,patch,update core,events.k8s.io events
ClusterRole system:controller:endpoint-controller
get,list,watch core pods,services
create,delete,get,list,update,watch core endpoints
create core endpoints/restricted
create,patch,update core,events.k8s.io events
ClusterRole system:controller:endpointslice-controller
get,list,watch core nodes,pods,services
update core services/finalizers
create,delete,get,list,update,watch discovery.k8s.io endpointslices
create,patch,update core,events.k8s.io events
ClusterRole system:controller:endpointslicemirroring-controller
get,list,watch core endpoints,services
update core services/finalizers
update core endpoints/finalizers
create,delete,get,list,update,watch discovery.k8s.io endpointslices
create,patch,update core,events.k8s.io events
ClusterRole system:controller:ephemeral-volume-controller
get,list,watch core pods
update core pods/finalizers
create,get,list,watch core persistentvolumeclaims
create,patch,update core,events.k8s.io events
ClusterRole system:controller:expand-controller
get,list,patch,update,watch core persistentvolumes
patch,update core persistentvolumeclaims/status
get,list,watch core persistentvolumeclaims
create,patch,update core,events.k8s.io events
ClusterRole system:controller:generic-garbage-collector
delete,get,list,patch,update,watch * *
create,patch,update core,events.k8s.io events
ClusterRole system:controller:horizontal-pod-autoscaler
get,list,watch autoscaling horizontalpodautoscalers
update autoscaling horizontalpodautoscalers/status
get,update * */scale
list,watch core pods
list,watch metrics.k8s.io pods
get,list,watch custom.metrics.k8s.io *
get,list,watch external.metrics.k8s.io *
create,patch,update core,events.k8s.io events
ClusterRole system:controller:job-controller
get,list,patch,update,watch batch jobs
update batch jobs/status
update batch jobs/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:legacy-service-account-token-cleaner
get core configmaps kube-apiserver-legacy-service-account-token-tracking
delete,patch core secrets
ClusterRole system:controller:namespace-controller
delete,get,list,watch core namespaces
update core namespaces/finalize,namespaces/status
delete,deletecollection,get,list,watch * *
ClusterRole system:controller:node-controller
delete,get,list,patch,update,watch core nodes
patch,update core nodes/status
patch,update core pods/status
delete,get,list,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:persistent-volume-binder
create,delete,get,list,update,watch core persistentvolumes
update core persistentvolumes/status
get,list,update,watch core persistentvolumeclaims
update core persistentvolumeclaims/status
create,delete,get,list,watch core pods
get,list,watch storage.k8s.io storageclasses
list,watch core nodes
create,patch,update core,events.k8s.io events
watch core events
ClusterRole system:controller:pod-garbage-collector
delete,list,watch core pods
get,list,watch core nodes
patch core pods/status
ClusterRole system:controller:pv-protection-controller
get,list,update,watch core persistentvolumes
create,patch,update core,events.k8s.io events
ClusterRole system:controller:pvc-protection-controller
get,list,update,watch core persistentvolumeclaims
update core persistentvolumeclaims/status
get,list,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:replicaset-controller
get,list,update,watch apps,extensions replicasets
update apps,extensions replicasets/status
update apps,extensions replicasets/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:replication-controller
get,list,update,watch core replicationcontrollers
update core replicationcontrollers/status
update core replicationcontrollers/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
ClusterRole system:controller:resource-claim-controller
get,list,watch core pods
update core pods/finalizers
create,delete,get,list,watch resource.k8s.io resourceclaims
patch,update resource.k8s.io resourceclaims,resourceclaims/status
patch,update core pods/status
create,patch,update core,events.k8s.io events
patch,update resource.k8s.io resourceclaims/binding
ClusterRole system:controller:resourcequota-controller
list,watch * *
update core resourcequotas/status
create,patch,update core,events.k8s.io events
ClusterRole system:controller:root-ca-cert-publisher
create,update core configmaps
create,patch,update core,events.k8s.io events
ClusterRole system:controller:route-controller
list,watch core nodes
patch core nodes/status
create,patch,update core,events.k8s.io events
ClusterRole system:controller:selinux-warning-controller
create,patch,update core,events.k8s.io events
get,list,watch core persistentvolumes
get,list,watch core persistentvolumeclaims
get,list,watch core pods
get,list,watch storage.k8s.io csidrivers
ClusterRole system:controller:service-account-controller
create core serviceaccounts
create,patch,update core,events.k8s.io events
ClusterRole system:controller:service-cidrs-controller
get,list,patch,update,watch networking.k8s.io servicecidrs
patch,update networking.k8s.io servicecidrs/finalizers
patch,update networking.k8s.io servicecidrs/status
get,list,watch networking.k8s.io ipaddresses
create,patch,update core,events.k8s.io events
ClusterRole system:controller:service-controller
get,list,watch core services
patch,update core services/status
list,watch core nodes
create,patch,update core,events.k8s.io events
ClusterRole system:controller:statefulset-controller
list,watch core pods
get,list,watch apps statefulsets
update apps statefulsets/status
update apps statefulsets/finalizers
create,delete,get,patch,update core pods
create,delete,get,list,patch,update,watch apps controllerrevisions
create,get,list,watch core persistentvolumeclaims
delete,update core persistentvolumeclaims
update core pods/finalizers
create,patch,update core,events.k8s.io events
ClusterRole system:controller:ttl-after-finished-controller
delete,get,list,watch batch jobs
create,patch,update core,events.k8s.io events
ClusterRole system:controller:ttl-controller
list,patch,update,watch core nodes
create,patch,update core,events.k8s.io events
ClusterRole system:controller:validatingadmissionpolicy-status-controller
get,list,watch admissionregistration.k8s.io validatingadmissionpolicies
get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
create,patch,update core,events.k8s.io events
ClusterRole system:controller:volumeattributesclass-protection-controller
get,list,watch core persistentvolumeclaims
get,list,watch core persistentvolumes
get,list,update,watch storage.k8s.io volumeattributesclasses
create,patch,update core,events.k8s.io events
ClusterRole system:discovery
get / /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
ClusterRole system:heapster
get,list,watch core events,namespaces,nodes,pods
get,list,watch extensions deployments
ClusterRole system:kube-aggregator
get,list,watch core endpoints,services
ClusterRole system:kube-controller-manager
create,patch,update core,events.k8s.io events
create coordination.k8s.io leases
get,update coordination.k8s.io leases kube-controller-manager
create core secrets,serviceaccounts
delete core secrets
get core configmaps,namespaces,secrets,serviceaccounts
update core secrets,serviceaccounts
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
list,watch * *
create core serviceaccounts/token
ClusterRole system:kube-dns
list,watch core endpoints,services
ClusterRole system:kube-scheduler
create,patch,update core,events.k8s.io events
create coordination.k8s.io leases
get,list,update,watch coordination.k8s.io leases kube-scheduler
create,delete,deletecollection,get,list,patch,update,watch coordination.k8s.io leasecandidates
get,list,watch core nodes
delete,get,list,watch core pods
create core bindings,pods/binding
patch,update core pods/status
get,list,watch core replicationcontrollers,services
get,list,watch apps,extensions replicasets
get,list,watch apps statefulsets
get,list,watch policy poddisruptionbudgets
get,list,watch core persistentvolumeclaims,persistentvolumes
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
get,list,watch storage.k8s.io csinodes
get,list,watch storage.k8s.io volumeattachments
get,list,watch core namespaces
get,list,watch storage.k8s.io csidrivers
get,list,watch storage.k8s.io csistoragecapacities
get,list,watch resource.k8s.io deviceclasses
get,list,patch,update,watch resource.k8s.io resourceclaims
get,list,patch,update,watch resource.k8s.io resourceclaims/status
update core pods/finalizers
get,list,watch resource.k8s.io resourceslices
create,delete resource.k8s.io resourceclaims
patch,update resource.k8s.io resourceclaims/binding
ClusterRole system:kubelet-api-admin
get,list,watch core nodes
proxy core nodes
* core nodes/log,nodes/metrics,nodes/proxy,nodes/stats
* core nodes/configz,nodes/healthz,nodes/pods
ClusterRole system:monitoring
get / /flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz
get core nodes/metrics
ClusterRole system:node
create authentication.k8s.io tokenreviews
create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
get,list,watch core services
create,get,list,watch core nodes
patch,update core nodes/status
patch,update core nodes
create,patch,update core,events.k8s.io events
get,list,watch core pods
create,delete core pods
patch,update core pods/status
create core pods/eviction
get,list,watch core configmaps,secrets
get core persistentvolumeclaims,persistentvolumes
get core endpoints
create,get,list,watch certificates.k8s.io certificatesigningrequests
create,delete,get,patch,update coordination.k8s.io leases
get storage.k8s.io volumeattachments
create core serviceaccounts/token
get,patch,update core persistentvolumeclaims/status
get,list,watch storage.k8s.io csidrivers
create,delete,get,patch,update storage.k8s.io csinodes
get,list,watch node.k8s.io runtimeclasses
get resource.k8s.io resourceclaims
deletecollection resource.k8s.io resourceslices
get core serviceaccounts
ClusterRole system:node-bootstrapper
create,get,list,watch certificates.k8s.io certificatesigningrequests
ClusterRole system:node-problem-detector
get core nodes
patch core nodes/status
create,patch,update core,events.k8s.io events
ClusterRole system:node-proxier
list,watch core endpoints,services
get,list,watch core nodes
create,patch,update core,events.k8s.io events
list,watch networking.k8s.io servicecidrs
list,watch discovery.k8s.io endpointslices
ClusterRole system:persistent-volume-provisioner
create,delete,get,list,watch core persistentvolumes
get,list,update,watch core persistentvolumeclaims
get,list,watch storage.k8s.io storageclasses
watch core events
create,patch,update core,events.k8s.io events
ClusterRole system:public-info-viewer
get / /healthz,/livez,/readyz,/version,/version/
ClusterRole system:service-account-issuer-discovery
get / /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
ClusterRole system:volume-scheduler
get,list,patch,update,watch core persistentvolumes
get,list,watch storage.k8s.io storageclasses
get,list,patch,update,watch core persistentvolumeclaims
ClusterRole view >edit <view
Role kube-public/system:controller:bootstrap-signer
get,list,watch core configmaps
update core configmaps cluster-info
create,patch,update core,events.k8s.io events
Role kube-system/extension-apiserver-authentication-reader
get,list,watch core configmaps extension-apiserver-authentication
Role kube-system/system::leader-locking-kube-controller-manager
create,get,list,update,watch coordination.k8s.io leases
create,get,list,update,watch coordination.k8s.io leasecandidates
Role kube-system/system::leader-locking-kube-scheduler
create,get,list,update,watch coordination.k8s.io leases
create,get,list,update,watch coordination.k8s.io leasecandidates
Role kube-system/system:controller:bootstrap-signer
get,list,watch core secrets
Role kube-system/system:controller:cloud-provider
create,get,list,watch core configmaps
Role kube-system/system:controller:token-cleaner
delete,get,list,watch core secrets
create,patch,update core,events.k8s.io events
Binding cluster-admin cluster-admin G:system:masters
Binding system:basic-user system:basic-user G:system:authenticated
Binding system:controller:attachdetach-controller system:controller:attachdetach-controller S:kube-system/attachdetach-controller
Binding system:controller:certificate-controller system:controller:certificate-controller S:kube-system/certificate-controller
Binding system:controller:clusterrole-aggregation-controller system:controller:clusterrole-aggregation-controller S:kube-system/clusterrole-aggregation-controller
Binding system:controller:cronjob-controller system:controller:cronjob-controller S:kube-system/cronjob-controller
Binding system:controller:daemon-set-controller system:controller:daemon-set-controller S:kube-system/daemon-set-controller
Binding system:controller:deployment-controller system:controller:deployment-controller S:kube-system/deployment-controller
Binding system:controller:device-taint-eviction-controller system:controller:device-taint-eviction-controller S:kube-system/device-taint-eviction-controller
Binding system:controller:disruption-controller system:controller:disruption-controller S:kube-system/disruption-controller
Binding system:controller:endpoint-controller system:controller:endpoint-controller S:kube-system/endpoint-controller
Binding system:controller:endpointslice-controller system:controller:endpointslice-controller S:kube-system/endpointslice-controller
Binding system:controller:endpointslicemirroring-controller system:controller:endpointslicemirroring-controller S:kube-system/endpointslicemirroring-controller
Binding system:controller:ephemeral-volume-controller system:controller:ephemeral-volume-controller S:kube-system/ephemeral-volume-controller
Binding system:controller:expand-controller system:controller:expand-controller S:kube-system/expand-controller
Binding system:controller:generic-garbage-collector system:controller:generic-garbage-collector S:kube-system/generic-garbage-collector
Binding system:controller:horizontal-pod-autoscaler system:controller:horizontal-pod-autoscaler S:kube-system/horizontal-pod-autoscaler
Binding system:controller:job-controller system:controller:job-controller S:kube-system/job-controller
Binding system:controller:legacy-service-account-token-cleaner system:controller:legacy-service-account-token-cleaner S:kube-system/legacy-service-account-token-cleaner
Binding system:controller:namespace-controller system:controller:namespace-controller S:kube-system/namespace-controller
Binding system:controller:node-controller system:controller:node-controller S:kube-system/node-controller
Binding system:controller:persistent-volume-binder system:controller:persistent-volume-binder S:kube-system/persistent-volume-binder
Binding system:controller:pod-garbage-collector system:controller:pod-garbage-collector S:kube-system/pod-garbage-collector
Binding system:controller:pv-protection-controller system:controller:pv-protection-controller S:kube-system/pv-protection-controller
Binding system:controller:pvc-protection-controller system:controller:pvc-protection-controller S:kube-system/pvc-protection-controller
Binding system:controller:replicaset-controller system:controller:replicaset-controller S:kube-system/replicaset-controller
Binding system:controller:replication-controller system:controller:replication-controller S:kube-system/replication-controller
Binding system:controller:resource-claim-controller system:controller:resource-claim-controller S:kube-system/resource-claim-controller
Binding system:controller:resourcequota-controller system:controller:resourcequota-controller S:kube-system/resourcequota-controller
Binding system:controller:root-ca-cert-publisher system:controller:root-ca-cert-publisher S:kube-system/root-ca-cert-publisher
Binding system:controller:route-controller system:controller:route-controller S:kube-system/route-controller
Binding system:controller:selinux-warning-controller system:controller:selinux-warning-controller S:kube-system/selinux-warning-controller
Binding system:controller:service-account-controller system:controller:service-account-controller S:kube-system/service-account-controller
Binding system:controller:service-cidrs-controller system:controller:service-cidrs-controller S:kube-system/service-cidrs-controller
Binding system:controller:service-controller system:controller:service-controller S:kube-system/service-controller
Binding system:controller:statefulset-controller system:controller:statefulset-controller S:kube-system/statefulset-controller
Binding system:controller:ttl-after-finished-controller system:controller:ttl-after-finished-controller S:kube-system/ttl-after-finished-controller
Binding system:controller:ttl-controller system:controller:ttl-controller S:kube-system/ttl-controller
Binding system:controller:validatingadmissionpolicy-status-controller system:controller:validatingadmissionpolicy-status-controller S:kube-system/validatingadmissionpolicy-status-controller
Binding system:controller:volumeattributesclass-protection-controller system:controller:volumeattributesclass-protection-controller S:kube-system/volumeattributesclass-protection-controller
Binding system:discovery system:discovery G:system:authenticated
Binding system:kube-controller-manager system:kube-controller-manager U:system:kube-controller-manager
Binding system:kube-dns system:kube-dns S:kube-system/kube-dns
Binding system:kube-scheduler system:kube-scheduler U:system:kube-scheduler
Binding system:monitoring system:monitoring G:system:monitoring
Binding system:node system:node
Binding system:node-proxier system:node-proxier U:system:kube-proxy
Binding system:public-info-viewer system:public-info-viewer G:system:authenticated G:system:unauthenticated
Binding system:service-account-issuer-discovery system:service-account-issuer-discovery G:system:serviceaccounts
Binding system:volume-scheduler system:volume-scheduler U:system:kube-scheduler
Binding kube-public/system:controller:bootstrap-signer system:controller:bootstrap-signer S:kube-system/bootstrap-signer
Binding kube-system/system::extension-apiserver-authentication-reader extension-apiserver-authentication-reader U:system:kube-controller-manager U:system:kube-scheduler
Binding kube-system/system::leader-locking-kube-controller-manager system::leader-locking-kube-controller-manager U:system:kube-controller-manager S:kube-system/kube-controller-manager S:kube-system/leader-election-controller
Binding kube-system/system::leader-locking-kube-scheduler system::leader-locking-kube-scheduler U:system:kube-scheduler S:kube-system/kube-scheduler
Binding kube-system/system:controller:bootstrap-signer system:controller:bootstrap-signer S:kube-system/bootstrap-signer
Binding kube-system/system:controller:cloud-provider system:controller:cloud-provider S:kube-system/cloud-provider
Binding kube-system/system:controller:token-cleaner system:controller:token-cleaner S:kube-system/token-cleaner
`;
