// Derived from the OpenAPI documents of a real API server by scripts/derive-types.ts; not edited by hand.

/** Where the kinds of an API version are described. */
export const packageOf: Readonly<Record<string, string>> = {
  'admissionregistration.k8s.io/v1': 'admissionregistration.v1',
  'apiextensions.k8s.io/v1': 'apiextensions.v1',
  'apiregistration.k8s.io/v1': 'apiregistration.v1',
  'apps/v1': 'apps.v1',
  'authentication.k8s.io/v1': 'authentication.v1',
  'authorization.k8s.io/v1': 'authorization.v1',
  'autoscaling/v1': 'autoscaling.v1',
  'autoscaling/v2': 'autoscaling.v2',
  'batch/v1': 'batch.v1',
  'certificates.k8s.io/v1': 'certificates.v1',
  'coordination.k8s.io/v1': 'coordination.v1',
  'discovery.k8s.io/v1': 'discovery.v1',
  'events.k8s.io/v1': 'events.v1',
  'flowcontrol.apiserver.k8s.io/v1': 'flowcontrol.v1',
  'networking.k8s.io/v1': 'networking.v1',
  'node.k8s.io/v1': 'node.v1',
  'policy/v1': 'policy.v1',
  'rbac.authorization.k8s.io/v1': 'rbac.v1',
  'resource.k8s.io/v1': 'resource.v1',
  'scheduling.k8s.io/v1': 'scheduling.v1',
  'storage.k8s.io/v1': 'storage.v1',
  v1: 'core.v1',
};

// biome-ignore format: one line per type
export const typeTexts: Readonly<Record<string, string>> = {
  'admissionregistration.v1': `
ApplyConfiguration expression:s
AuditAnnotation key:s valueExpression:s
ExpressionWarning fieldRef:s warning:s
JSONPatch expression:s
MatchCondition expression:s name:s=""
!MatchResources excludeResourceRules:[NamedRuleWithOperations matchPolicy:s namespaceSelector:meta.v1.LabelSelector objectSelector:meta.v1.LabelSelector resourceRules:[NamedRuleWithOperations
MutatingAdmissionPolicy apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%MutatingAdmissionPolicySpec
MutatingAdmissionPolicyBinding apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%MutatingAdmissionPolicyBindingSpec
MutatingAdmissionPolicyBindingSpec matchResources:MatchResources paramRef:ParamRef policyName:s
MutatingAdmissionPolicySpec failurePolicy:s matchConditions:(name)MatchCondition@+name matchConstraints:MatchResources mutations:[Mutation paramKind:ParamKind reinvocationPolicy:s variables:[Variable
MutatingWebhook admissionReviewVersions:^[s clientConfig:%WebhookClientConfig failurePolicy:s matchConditions:(name)MatchCondition@+name matchPolicy:s name:s="" namespaceSelector:meta.v1.LabelSelector objectSelector:meta.v1.LabelSelector reinvocationPolicy:s rules:[RuleWithOperations sideEffects:s timeoutSeconds:i
MutatingWebhookConfiguration apiVersion:s kind:s metadata:%meta.v1.ObjectMeta webhooks:(name)MutatingWebhook@+name
Mutation applyConfiguration:ApplyConfiguration jsonPatch:JSONPatch patchType:s
!NamedRuleWithOperations apiGroups:[s apiVersions:[s operations:[s resourceNames:[s resources:[s scope:s
!ParamKind apiVersion:s kind:s
!ParamRef name:s namespace:s parameterNotFoundAction:s selector:meta.v1.LabelSelector
RuleWithOperations apiGroups:[s apiVersions:[s operations:[s resources:[s scope:s
ServiceReference name:s namespace:s path:s port:i
TypeChecking expressionWarnings:[ExpressionWarning
ValidatingAdmissionPolicy apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ValidatingAdmissionPolicySpec status:%ValidatingAdmissionPolicyStatus
ValidatingAdmissionPolicyBinding apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ValidatingAdmissionPolicyBindingSpec
ValidatingAdmissionPolicyBindingSpec matchResources:MatchResources paramRef:ParamRef policyName:s validationActions:^()s
ValidatingAdmissionPolicySpec auditAnnotations:[AuditAnnotation failurePolicy:s matchConditions:(name)MatchCondition@+name matchConstraints:MatchResources paramKind:ParamKind validations:[Validation variables:(name)Variable@+name
ValidatingAdmissionPolicyStatus conditions:(type)meta.v1.Condition observedGeneration:l typeChecking:TypeChecking
ValidatingWebhook admissionReviewVersions:^[s clientConfig:%WebhookClientConfig failurePolicy:s matchConditions:(name)MatchCondition@+name matchPolicy:s name:s="" namespaceSelector:meta.v1.LabelSelector objectSelector:meta.v1.LabelSelector rules:[RuleWithOperations sideEffects:s timeoutSeconds:i
ValidatingWebhookConfiguration apiVersion:s kind:s metadata:%meta.v1.ObjectMeta webhooks:(name)ValidatingWebhook@+name
Validation expression:s message:s messageExpression:s reason:s
!Variable expression:s name:s=""
WebhookClientConfig caBundle:y service:ServiceReference url:s`,
  'apiextensions.v1': `
CustomResourceColumnDefinition description:s format:s jsonPath:s name:s priority:i type:s
CustomResourceConversion strategy:s webhook:WebhookConversion
CustomResourceDefinition apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%CustomResourceDefinitionSpec status:%CustomResourceDefinitionStatus
CustomResourceDefinitionCondition lastTransitionTime:t message:s observedGeneration:l reason:s status:s type:s=""
CustomResourceDefinitionNames categories:[s kind:s listKind:s plural:s shortNames:[s singular:s
CustomResourceDefinitionSpec conversion:CustomResourceConversion group:s names:%CustomResourceDefinitionNames preserveUnknownFields:b scope:s versions:^[CustomResourceDefinitionVersion
CustomResourceDefinitionStatus acceptedNames:%CustomResourceDefinitionNames conditions:(type)CustomResourceDefinitionCondition observedGeneration:l storedVersions:[s
CustomResourceDefinitionVersion additionalPrinterColumns:[CustomResourceColumnDefinition deprecated:b deprecationWarning:s name:s schema:CustomResourceValidation selectableFields:[SelectableField served:b storage:b subresources:CustomResourceSubresources
CustomResourceSubresourceScale labelSelectorPath:s specReplicasPath:s statusReplicasPath:s
CustomResourceSubresources scale:CustomResourceSubresourceScale status:#
CustomResourceValidation openAPIV3Schema:JSONSchemaProps
ExternalDocumentation description:s url:s
JSONSchemaProps $ref:s $schema:s additionalItems:* additionalProperties:* allOf:[JSONSchemaProps anyOf:[JSONSchemaProps default:* definitions:{JSONSchemaProps dependencies:{* description:s enum:[* example:* exclusiveMaximum:b exclusiveMinimum:b externalDocs:ExternalDocumentation format:s id:s items:* maxItems:l maxLength:l maxProperties:l maximum:f minItems:l minLength:l minProperties:l minimum:f multipleOf:f not:JSONSchemaProps nullable:b oneOf:[JSONSchemaProps pattern:s patternProperties:{JSONSchemaProps properties:{JSONSchemaProps required:[s title:s type:s uniqueItems:b x-kubernetes-embedded-resource:b x-kubernetes-int-or-string:b x-kubernetes-list-map-keys:[s x-kubernetes-list-type:s x-kubernetes-map-type:s x-kubernetes-preserve-unknown-fields:b x-kubernetes-validations:(rule)ValidationRule@+rule
SelectableField jsonPath:s
ServiceReference name:s namespace:s path:s port:i
ValidationRule fieldPath:s message:s messageExpression:s optionalOldSelf:b reason:s rule:s=""
WebhookClientConfig caBundle:y service:ServiceReference url:s
WebhookConversion clientConfig:WebhookClientConfig conversionReviewVersions:^[s`,
  'apiregistration.v1': `
APIService apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%APIServiceSpec status:%APIServiceStatus
APIServiceCondition lastTransitionTime:t message:s reason:s status:s type:s=""
APIServiceSpec caBundle:y group:s groupPriorityMinimum:i insecureSkipTLSVerify:b service:ServiceReference version:s versionPriority:i
APIServiceStatus conditions:(type)APIServiceCondition@+type
ServiceReference name:s namespace:s port:i`,
  'apps.v1': `
ControllerRevision apiVersion:s data:? kind:s metadata:%meta.v1.ObjectMeta revision:l
DaemonSet apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%DaemonSetSpec status:%DaemonSetStatus
DaemonSetCondition lastTransitionTime:t message:s reason:s status:s type:s=""
DaemonSetSpec minReadySeconds:i revisionHistoryLimit:i selector:meta.v1.LabelSelector template:%core.v1.PodTemplateSpec updateStrategy:%DaemonSetUpdateStrategy
DaemonSetStatus collisionCount:i conditions:(type)DaemonSetCondition@+type currentNumberScheduled:i desiredNumberScheduled:i numberAvailable:i numberMisscheduled:i numberReady:i numberUnavailable:i observedGeneration:l updatedNumberScheduled:i
DaemonSetUpdateStrategy rollingUpdate:RollingUpdateDaemonSet type:s
Deployment apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%DeploymentSpec status:%DeploymentStatus
DeploymentCondition lastTransitionTime:t lastUpdateTime:t message:s reason:s status:s type:s=""
DeploymentSpec minReadySeconds:i paused:b progressDeadlineSeconds:i replicas:i revisionHistoryLimit:i selector:meta.v1.LabelSelector strategy:%DeploymentStrategy@! template:%core.v1.PodTemplateSpec
DeploymentStatus availableReplicas:i collisionCount:i conditions:(type)DeploymentCondition@+type observedGeneration:l readyReplicas:i replicas:i terminatingReplicas:i unavailableReplicas:i updatedReplicas:i
DeploymentStrategy rollingUpdate:RollingUpdateDeployment type:s
ReplicaSet apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ReplicaSetSpec status:%ReplicaSetStatus
ReplicaSetCondition lastTransitionTime:t message:s reason:s status:s type:s=""
ReplicaSetSpec minReadySeconds:i replicas:i selector:meta.v1.LabelSelector template:%core.v1.PodTemplateSpec
ReplicaSetStatus availableReplicas:i conditions:(type)ReplicaSetCondition@+type fullyLabeledReplicas:i observedGeneration:l readyReplicas:i replicas:i terminatingReplicas:i
RollingUpdateDaemonSet maxSurge:u maxUnavailable:u
RollingUpdateDeployment maxSurge:u maxUnavailable:u
RollingUpdateStatefulSetStrategy maxUnavailable:u partition:i
StatefulSet apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%StatefulSetSpec status:%StatefulSetStatus
StatefulSetCondition lastTransitionTime:t message:s reason:s status:s type:s=""
StatefulSetOrdinals start:i
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:s whenScaled:s
StatefulSetSpec minReadySeconds:i ordinals:StatefulSetOrdinals persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy:s replicas:i revisionHistoryLimit:i selector:meta.v1.LabelSelector serviceName:s template:%core.v1.PodTemplateSpec updateStrategy:%StatefulSetUpdateStrategy volumeClaimTemplates:[core.v1.PersistentVolumeClaim
StatefulSetStatus availableReplicas:i collisionCount:i conditions:(type)StatefulSetCondition@+type currentReplicas:i currentRevision:s observedGeneration:l readyReplicas:i replicas:i updateRevision:s updatedReplicas:i
StatefulSetUpdateStrategy rollingUpdate:RollingUpdateStatefulSetStrategy type:s`,
  'authentication.v1': `
BoundObjectReference apiVersion:s kind:s name:s uid:s
SelfSubjectReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta status:%SelfSubjectReviewStatus
SelfSubjectReviewStatus userInfo:%UserInfo
TokenRequest apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%TokenRequestSpec status:%TokenRequestStatus
TokenRequestSpec audiences:[s boundObjectRef:BoundObjectReference expirationSeconds:l
TokenRequestStatus expirationTimestamp:t token:s
TokenReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%TokenReviewSpec status:%TokenReviewStatus
TokenReviewSpec audiences:[s token:s
TokenReviewStatus audiences:[s authenticated:b error:s user:%UserInfo
UserInfo extra:{[s groups:[s uid:s username:s`,
  'authorization.v1': `
FieldSelectorAttributes rawSelector:s requirements:[meta.v1.FieldSelectorRequirement
LabelSelectorAttributes rawSelector:s requirements:[meta.v1.LabelSelectorRequirement
LocalSubjectAccessReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%SubjectAccessReviewSpec status:%SubjectAccessReviewStatus
NonResourceAttributes path:s verb:s
NonResourceRule nonResourceURLs:[s verbs:^[s
ResourceAttributes fieldSelector:FieldSelectorAttributes group:s labelSelector:LabelSelectorAttributes name:s namespace:s resource:s subresource:s verb:s version:s
ResourceRule apiGroups:[s resourceNames:[s resources:[s verbs:^[s
SelfSubjectAccessReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%SelfSubjectAccessReviewSpec status:%SubjectAccessReviewStatus
SelfSubjectAccessReviewSpec nonResourceAttributes:NonResourceAttributes resourceAttributes:ResourceAttributes
SelfSubjectRulesReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%SelfSubjectRulesReviewSpec status:%SubjectRulesReviewStatus
SelfSubjectRulesReviewSpec namespace:s
SubjectAccessReview apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%SubjectAccessReviewSpec status:%SubjectAccessReviewStatus
SubjectAccessReviewSpec extra:{[s groups:[s nonResourceAttributes:NonResourceAttributes resourceAttributes:ResourceAttributes uid:s user:s
SubjectAccessReviewStatus allowed:b denied:b evaluationError:s reason:s
SubjectRulesReviewStatus evaluationError:s incomplete:b nonResourceRules:^[NonResourceRule resourceRules:^[ResourceRule`,
  'autoscaling.v1': `
!CrossVersionObjectReference apiVersion:s kind:s name:s
HorizontalPodAutoscaler apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%HorizontalPodAutoscalerSpec status:%HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerSpec maxReplicas:i minReplicas:i scaleTargetRef:%CrossVersionObjectReference targetCPUUtilizationPercentage:i
HorizontalPodAutoscalerStatus currentCPUUtilizationPercentage:i currentReplicas:i desiredReplicas:i lastScaleTime:t observedGeneration:l
Scale apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ScaleSpec status:%ScaleStatus
ScaleSpec replicas:i
ScaleStatus replicas:i selector:s`,
  'autoscaling.v2': `
ContainerResourceMetricSource container:s name:s target:%MetricTarget
ContainerResourceMetricStatus container:s current:%MetricValueStatus name:s
CrossVersionObjectReference apiVersion:s kind:s name:s
ExternalMetricSource metric:%MetricIdentifier target:%MetricTarget
ExternalMetricStatus current:%MetricValueStatus metric:%MetricIdentifier
HPAScalingPolicy periodSeconds:i type:s value:i
HPAScalingRules policies:[HPAScalingPolicy selectPolicy:s stabilizationWindowSeconds:i tolerance:q
HorizontalPodAutoscaler apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%HorizontalPodAutoscalerSpec status:%HorizontalPodAutoscalerStatus
HorizontalPodAutoscalerBehavior scaleDown:HPAScalingRules scaleUp:HPAScalingRules
HorizontalPodAutoscalerCondition lastTransitionTime:t message:s reason:s status:s type:s=""
HorizontalPodAutoscalerSpec behavior:HorizontalPodAutoscalerBehavior maxReplicas:i metrics:[MetricSpec minReplicas:i scaleTargetRef:%CrossVersionObjectReference
HorizontalPodAutoscalerStatus conditions:(type)HorizontalPodAutoscalerCondition@+type currentMetrics:[MetricStatus currentReplicas:i desiredReplicas:i lastScaleTime:t observedGeneration:l
MetricIdentifier name:s selector:meta.v1.LabelSelector
MetricSpec containerResource:ContainerResourceMetricSource external:ExternalMetricSource object:ObjectMetricSource pods:PodsMetricSource resource:ResourceMetricSource type:s
MetricStatus containerResource:ContainerResourceMetricStatus external:ExternalMetricStatus object:ObjectMetricStatus pods:PodsMetricStatus resource:ResourceMetricStatus type:s
MetricTarget averageUtilization:i averageValue:q type:s value:q
MetricValueStatus averageUtilization:i averageValue:q value:q
ObjectMetricSource describedObject:%CrossVersionObjectReference metric:%MetricIdentifier target:%MetricTarget
ObjectMetricStatus current:%MetricValueStatus describedObject:%CrossVersionObjectReference metric:%MetricIdentifier
PodsMetricSource metric:%MetricIdentifier target:%MetricTarget
PodsMetricStatus current:%MetricValueStatus metric:%MetricIdentifier
ResourceMetricSource name:s target:%MetricTarget
ResourceMetricStatus current:%MetricValueStatus name:s`,
  'batch.v1': `
CronJob apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%CronJobSpec status:%CronJobStatus
CronJobSpec concurrencyPolicy:s failedJobsHistoryLimit:i jobTemplate:%JobTemplateSpec schedule:s startingDeadlineSeconds:l successfulJobsHistoryLimit:i suspend:b timeZone:s
CronJobStatus active:[core.v1.ObjectReference lastScheduleTime:t lastSuccessfulTime:t
Job apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%JobSpec status:%JobStatus
JobCondition lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s
JobSpec activeDeadlineSeconds:l backoffLimit:i backoffLimitPerIndex:i completionMode:s completions:i managedBy:s manualSelector:b maxFailedIndexes:i parallelism:i podFailurePolicy:PodFailurePolicy podReplacementPolicy:s selector:meta.v1.LabelSelector successPolicy:SuccessPolicy suspend:b template:%core.v1.PodTemplateSpec ttlSecondsAfterFinished:i
JobStatus active:i completedIndexes:s completionTime:t conditions:[JobCondition@+type failed:i failedIndexes:s ready:i startTime:t succeeded:i terminating:i uncountedTerminatedPods:UncountedTerminatedPods
JobTemplateSpec metadata:%meta.v1.ObjectMeta spec:%JobSpec
PodFailurePolicy rules:^[PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement containerName:s operator:s values:^()i
PodFailurePolicyOnPodConditionsPattern status:s type:s
PodFailurePolicyRule action:s onExitCodes:PodFailurePolicyOnExitCodesRequirement onPodConditions:[PodFailurePolicyOnPodConditionsPattern
SuccessPolicy rules:^[SuccessPolicyRule
SuccessPolicyRule succeededCount:i succeededIndexes:s
UncountedTerminatedPods failed:()s succeeded:()s`,
  'certificates.v1': `
CertificateSigningRequest apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%CertificateSigningRequestSpec status:%CertificateSigningRequestStatus
CertificateSigningRequestCondition lastTransitionTime:t lastUpdateTime:t message:s reason:s status:s type:s=""
CertificateSigningRequestSpec expirationSeconds:i extra:{[s groups:[s request:y signerName:s uid:s usages:[s username:s
CertificateSigningRequestStatus certificate:y conditions:(type)CertificateSigningRequestCondition`,
  'coordination.v1': `
Lease apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%LeaseSpec
LeaseSpec acquireTime:t holderIdentity:s leaseDurationSeconds:i leaseTransitions:i preferredHolder:s renewTime:t strategy:s`,
  'core.v1': `
AWSElasticBlockStoreVolumeSource fsType:s partition:i readOnly:b volumeID:s
Affinity nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AppArmorProfile localhostProfile:s type:s
AttachedVolume devicePath:s name:s
AzureDiskVolumeSource cachingMode:s diskName:s diskURI:s fsType:s kind:s readOnly:b
AzureFilePersistentVolumeSource readOnly:b secretName:s secretNamespace:s shareName:s
AzureFileVolumeSource readOnly:b secretName:s shareName:s
Binding apiVersion:s kind:s metadata:%meta.v1.ObjectMeta target:%ObjectReference
CSIPersistentVolumeSource controllerExpandSecretRef:SecretReference controllerPublishSecretRef:SecretReference driver:s fsType:s nodeExpandSecretRef:SecretReference nodePublishSecretRef:SecretReference nodeStageSecretRef:SecretReference readOnly:b volumeAttributes:{s volumeHandle:s
CSIVolumeSource driver:s fsType:s nodePublishSecretRef:LocalObjectReference readOnly:b volumeAttributes:{s
Capabilities add:[s drop:[s
CephFSPersistentVolumeSource monitors:^[s path:s readOnly:b secretFile:s secretRef:SecretReference user:s
CephFSVolumeSource monitors:^[s path:s readOnly:b secretFile:s secretRef:LocalObjectReference user:s
CinderPersistentVolumeSource fsType:s readOnly:b secretRef:SecretReference volumeID:s
CinderVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeID:s
ClientIPConfig timeoutSeconds:i
ClusterTrustBundleProjection labelSelector:meta.v1.LabelSelector name:s optional:b path:s signerName:s
ConfigMap apiVersion:s binaryData:{y data:{s immutable:b kind:s metadata:%meta.v1.ObjectMeta
ConfigMapEnvSource name:s optional:b
!ConfigMapKeySelector key:s name:s optional:b
ConfigMapNodeConfigSource kubeletConfigKey:s name:s namespace:s resourceVersion:s uid:s
ConfigMapProjection items:[KeyToPath name:s optional:b
ConfigMapVolumeSource defaultMode:i items:[KeyToPath name:s optional:b
Container args:[s command:[s env:(name)EnvVar@+name envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle livenessProbe:Probe name:s="" ports:(containerPort,protocol)ContainerPort@+containerPort readinessProbe:Probe resizePolicy:[ContainerResizePolicy resources:%ResourceRequirements restartPolicy:s restartPolicyRules:[ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:b stdinOnce:b terminationMessagePath:s terminationMessagePolicy:s tty:b volumeDevices:(devicePath)VolumeDevice@+devicePath volumeMounts:(mountPath)VolumeMount@+mountPath workingDir:s
ContainerExtendedResourceRequest containerName:s requestName:s resourceName:s
ContainerImage names:[s sizeBytes:l
ContainerPort containerPort:i=0 hostIP:s hostPort:i name:s protocol:s="TCP"
ContainerResizePolicy resourceName:s restartPolicy:s
ContainerRestartRule action:s exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes operator:s values:()i
ContainerState running:ContainerStateRunning terminated:ContainerStateTerminated waiting:ContainerStateWaiting
ContainerStateRunning startedAt:t
ContainerStateTerminated containerID:s exitCode:i finishedAt:t message:s reason:s signal:i startedAt:t
ContainerStateWaiting message:s reason:s
ContainerStatus allocatedResources:{q allocatedResourcesStatus:(name)ResourceStatus@+name containerID:s image:s imageID:s lastState:%ContainerState name:s ready:b resources:ResourceRequirements restartCount:i started:b state:%ContainerState stopSignal:s user:ContainerUser volumeMounts:(mountPath)VolumeMountStatus@+mountPath
ContainerUser linux:LinuxContainerUser
DaemonEndpoint Port:i
DownwardAPIProjection items:[DownwardAPIVolumeFile
DownwardAPIVolumeFile fieldRef:ObjectFieldSelector mode:i path:s resourceFieldRef:ResourceFieldSelector
DownwardAPIVolumeSource defaultMode:i items:[DownwardAPIVolumeFile
EmptyDirVolumeSource medium:s sizeLimit:q
!EndpointAddress hostname:s ip:s nodeName:s targetRef:ObjectReference
!EndpointPort appProtocol:s name:s port:i protocol:s
EndpointSubset addresses:[EndpointAddress notReadyAddresses:[EndpointAddress ports:[EndpointPort
Endpoints apiVersion:s kind:s metadata:%meta.v1.ObjectMeta subsets:[EndpointSubset
EnvFromSource configMapRef:ConfigMapEnvSource prefix:s secretRef:SecretEnvSource
EnvVar name:s="" value:s valueFrom:EnvVarSource
EnvVarSource configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer args:[s command:[s env:(name)EnvVar@+name envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle livenessProbe:Probe name:s="" ports:(containerPort,protocol)ContainerPort@+containerPort readinessProbe:Probe resizePolicy:[ContainerResizePolicy resources:%ResourceRequirements restartPolicy:s restartPolicyRules:[ContainerRestartRule securityContext:SecurityContext startupProbe:Probe stdin:b stdinOnce:b targetContainerName:s terminationMessagePath:s terminationMessagePolicy:s tty:b volumeDevices:(devicePath)VolumeDevice@+devicePath volumeMounts:(mountPath)VolumeMount@+mountPath workingDir:s
EphemeralVolumeSource volumeClaimTemplate:PersistentVolumeClaimTemplate
Event action:s apiVersion:s count:i eventTime:t firstTimestamp:t involvedObject:%ObjectReference kind:s lastTimestamp:t message:s metadata:%meta.v1.ObjectMeta reason:s related:ObjectReference reportingComponent:s reportingInstance:s series:EventSeries source:%EventSource type:s
EventSeries count:i lastObservedTime:t
EventSource component:s host:s
ExecAction command:[s
FCVolumeSource fsType:s lun:i readOnly:b targetWWNs:[s wwids:[s
!FileKeySelector key:s optional:b path:s volumeName:s
FlexPersistentVolumeSource driver:s fsType:s options:{s readOnly:b secretRef:SecretReference
FlexVolumeSource driver:s fsType:s options:{s readOnly:b secretRef:LocalObjectReference
FlockerVolumeSource datasetName:s datasetUUID:s
GCEPersistentDiskVolumeSource fsType:s partition:i pdName:s readOnly:b
GRPCAction port:i service:s
GitRepoVolumeSource directory:s repository:s revision:s
GlusterfsPersistentVolumeSource endpoints:s endpointsNamespace:s path:s readOnly:b
GlusterfsVolumeSource endpoints:s path:s readOnly:b
HTTPGetAction host:s httpHeaders:[HTTPHeader path:s port:u scheme:s
HTTPHeader name:s value:s
HostAlias hostnames:[s ip:s=""
HostIP ip:s
HostPathVolumeSource path:s type:s
ISCSIPersistentVolumeSource chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s iscsiInterface:s lun:i portals:[s readOnly:b secretRef:SecretReference targetPortal:s
ISCSIVolumeSource chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s iscsiInterface:s lun:i portals:[s readOnly:b secretRef:LocalObjectReference targetPortal:s
ImageVolumeSource pullPolicy:s reference:s
ImageVolumeStatus imageRef:s
KeyToPath key:s mode:i path:s
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:s
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction
LimitRange apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%LimitRangeSpec
LimitRangeItem default:{q defaultRequest:{q max:{q maxLimitRequestRatio:{q min:{q type:s
LimitRangeSpec limits:^[LimitRangeItem
LinuxContainerUser gid:l supplementalGroups:[l uid:l
LoadBalancerIngress hostname:s ip:s ipMode:s ports:[PortStatus
LoadBalancerStatus ingress:[LoadBalancerIngress
!LocalObjectReference name:s=""
LocalVolumeSource fsType:s path:s
ModifyVolumeStatus status:s targetVolumeAttributesClassName:s
NFSVolumeSource path:s readOnly:b server:s
Namespace apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%NamespaceSpec status:%NamespaceStatus
NamespaceCondition lastTransitionTime:t message:s reason:s status:s type:s=""
NamespaceSpec finalizers:[s
NamespaceStatus conditions:(type)NamespaceCondition@+type phase:s
Node apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%NodeSpec status:%NodeStatus
NodeAddress address:s type:s=""
NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[PreferredSchedulingTerm requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeAllocatableResourceClaimStatus containers:()s resourceClaimName:s resources:^{q
NodeCondition lastHeartbeatTime:t lastTransitionTime:t message:s reason:s status:s type:s=""
NodeConfigSource configMap:ConfigMapNodeConfigSource
NodeConfigStatus active:NodeConfigSource assigned:NodeConfigSource error:s lastKnownGood:NodeConfigSource
NodeDaemonEndpoints kubeletEndpoint:%DaemonEndpoint
NodeFeatures supplementalGroupsPolicy:b
NodeRuntimeHandler features:NodeRuntimeHandlerFeatures name:s
NodeRuntimeHandlerFeatures recursiveReadOnlyMounts:b userNamespaces:b
!NodeSelector nodeSelectorTerms:^[NodeSelectorTerm
NodeSelectorRequirement key:s operator:s values:[s
!NodeSelectorTerm matchExpressions:[NodeSelectorRequirement matchFields:[NodeSelectorRequirement
NodeSpec configSource:NodeConfigSource externalID:s podCIDR:s podCIDRs:()s@+ providerID:s taints:[Taint unschedulable:b
NodeStatus addresses:(type)NodeAddress@+type allocatable:{q capacity:{q conditions:(type)NodeCondition@+type config:NodeConfigStatus daemonEndpoints:%NodeDaemonEndpoints declaredFeatures:[s features:NodeFeatures images:[ContainerImage nodeInfo:%NodeSystemInfo phase:s runtimeHandlers:[NodeRuntimeHandler volumesAttached:[AttachedVolume volumesInUse:[s
NodeSwapStatus capacity:l
NodeSystemInfo architecture:s bootID:s containerRuntimeVersion:s kernelVersion:s kubeProxyVersion:s kubeletVersion:s machineID:s operatingSystem:s osImage:s swap:NodeSwapStatus systemUUID:s
!ObjectFieldSelector apiVersion:s fieldPath:s
!ObjectReference apiVersion:s fieldPath:s kind:s name:s namespace:s resourceVersion:s uid:s
PersistentVolume apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%PersistentVolumeSpec status:%PersistentVolumeStatus
PersistentVolumeClaim apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%PersistentVolumeClaimSpec status:%PersistentVolumeClaimStatus
PersistentVolumeClaimCondition lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s=""
PersistentVolumeClaimSpec accessModes:[s dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference resources:%VolumeResourceRequirements selector:meta.v1.LabelSelector storageClassName:s volumeAttributesClassName:s volumeMode:s volumeName:s
PersistentVolumeClaimStatus accessModes:[s allocatedResourceStatuses:{s allocatedResources:{q capacity:{q conditions:(type)PersistentVolumeClaimCondition@+type currentVolumeAttributesClassName:s modifyVolumeStatus:ModifyVolumeStatus phase:s
PersistentVolumeClaimTemplate metadata:%meta.v1.ObjectMeta spec:%PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName:s readOnly:b
PersistentVolumeSpec accessModes:[s awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource azureFile:AzureFilePersistentVolumeSource capacity:{q cephfs:CephFSPersistentVolumeSource cinder:CinderPersistentVolumeSource claimRef:ObjectReference csi:CSIPersistentVolumeSource fc:FCVolumeSource flexVolume:FlexPersistentVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource glusterfs:GlusterfsPersistentVolumeSource hostPath:HostPathVolumeSource iscsi:ISCSIPersistentVolumeSource local:LocalVolumeSource mountOptions:[s nfs:NFSVolumeSource nodeAffinity:VolumeNodeAffinity persistentVolumeReclaimPolicy:s photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource quobyte:QuobyteVolumeSource rbd:RBDPersistentVolumeSource scaleIO:ScaleIOPersistentVolumeSource storageClassName:s storageos:StorageOSPersistentVolumeSource volumeAttributesClassName:s volumeMode:s vsphereVolume:VsphereVirtualDiskVolumeSource
PersistentVolumeStatus lastPhaseTransitionTime:t message:s phase:s reason:s
PhotonPersistentDiskVolumeSource fsType:s pdID:s
Pod apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%PodSpec status:%PodStatus
PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm
PodAffinityTerm labelSelector:meta.v1.LabelSelector matchLabelKeys:[s mismatchLabelKeys:[s namespaceSelector:meta.v1.LabelSelector namespaces:[s topologyKey:s
PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm
PodCertificateProjection certificateChainPath:s credentialBundlePath:s keyPath:s keyType:s maxExpirationSeconds:i signerName:s userAnnotations:{s
PodCondition lastProbeTime:t lastTransitionTime:t message:s observedGeneration:l reason:s status:s type:s=""
PodDNSConfig nameservers:[s options:[PodDNSConfigOption searches:[s
PodDNSConfigOption name:s value:s
PodExtendedResourceClaimStatus requestMappings:^[ContainerExtendedResourceRequest resourceClaimName:s
PodIP ip:s=""
PodOS name:s
PodReadinessGate conditionType:s
PodResourceClaim name:s="" resourceClaimName:s resourceClaimTemplateName:s
PodResourceClaimStatus name:s="" resourceClaimName:s
PodSchedulingGate name:s=""
PodSchedulingGroup podGroupName:s
PodSecurityContext appArmorProfile:AppArmorProfile fsGroup:l fsGroupChangePolicy:s runAsGroup:l runAsNonRoot:b runAsUser:l seLinuxChangePolicy:s seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile supplementalGroups:[l supplementalGroupsPolicy:s sysctls:[Sysctl windowsOptions:WindowsSecurityContextOptions
PodSpec activeDeadlineSeconds:l affinity:Affinity automountServiceAccountToken:b containers:^(name)Container@+name dnsConfig:PodDNSConfig dnsPolicy:s enableServiceLinks:b ephemeralContainers:(name)EphemeralContainer@+name hostAliases:(ip)HostAlias@+ip hostIPC:b hostNetwork:b hostPID:b hostUsers:b hostname:s hostnameOverride:s imagePullSecrets:(name)LocalObjectReference@+name initContainers:(name)Container@+name nodeName:s nodeSelector:!{s os:PodOS overhead:{q preemptionPolicy:s priority:i priorityClassName:s readinessGates:[PodReadinessGate resourceClaims:(name)PodResourceClaim@+name! resources:ResourceRequirements restartPolicy:s runtimeClassName:s schedulerName:s schedulingGates:(name)PodSchedulingGate@+name schedulingGroup:PodSchedulingGroup securityContext:PodSecurityContext serviceAccount:s serviceAccountName:s setHostnameAsFQDN:b shareProcessNamespace:b subdomain:s terminationGracePeriodSeconds:l tolerations:[Toleration topologySpreadConstraints:(topologyKey,whenUnsatisfiable)TopologySpreadConstraint@+topologyKey volumes:(name)Volume@+name!
PodStatus allocatedResources:{q conditions:(type)PodCondition@+type containerStatuses:[ContainerStatus ephemeralContainerStatuses:[ContainerStatus extendedResourceClaimStatus:PodExtendedResourceClaimStatus hostIP:s hostIPs:[HostIP@+ip initContainerStatuses:[ContainerStatus message:s nodeAllocatableResourceClaimStatuses:[NodeAllocatableResourceClaimStatus nominatedNodeName:s observedGeneration:l phase:s podIP:s podIPs:(ip)PodIP@+ip qosClass:s reason:s resize:s resourceClaimStatuses:(name)PodResourceClaimStatus@+name! resources:ResourceRequirements startTime:t
PodTemplate apiVersion:s kind:s metadata:%meta.v1.ObjectMeta template:%PodTemplateSpec
PodTemplateSpec metadata:%meta.v1.ObjectMeta spec:%PodSpec
PortStatus error:s port:i protocol:s
PortworxVolumeSource fsType:s readOnly:b volumeID:s
PreferredSchedulingTerm preference:%NodeSelectorTerm weight:i
Probe exec:ExecAction failureThreshold:i grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:i periodSeconds:i successThreshold:i tcpSocket:TCPSocketAction terminationGracePeriodSeconds:l timeoutSeconds:i
ProjectedVolumeSource defaultMode:i sources:[VolumeProjection
QuobyteVolumeSource group:s readOnly:b registry:s tenant:s user:s volume:s
RBDPersistentVolumeSource fsType:s image:s keyring:s monitors:^[s pool:s readOnly:b secretRef:SecretReference user:s
RBDVolumeSource fsType:s image:s keyring:s monitors:^[s pool:s readOnly:b secretRef:LocalObjectReference user:s
ReplicationController apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ReplicationControllerSpec status:%ReplicationControllerStatus
ReplicationControllerCondition lastTransitionTime:t message:s reason:s status:s type:s=""
ReplicationControllerSpec minReadySeconds:i replicas:i selector:!{s template:PodTemplateSpec
ReplicationControllerStatus availableReplicas:i conditions:(type)ReplicationControllerCondition@+type fullyLabeledReplicas:i observedGeneration:l readyReplicas:i replicas:i
ResourceClaim name:s="" request:s
!ResourceFieldSelector containerName:s divisor:q resource:s
ResourceHealth health:s message:s resourceID:s=""
ResourceQuota apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ResourceQuotaSpec status:%ResourceQuotaStatus
ResourceQuotaSpec hard:{q scopeSelector:ScopeSelector scopes:[s
ResourceQuotaStatus hard:{q used:{q
ResourceRequirements claims:(name)ResourceClaim limits:{q requests:{q
ResourceStatus name:s="" resources:(resourceID)ResourceHealth
SELinuxOptions level:s role:s type:s user:s
ScaleIOPersistentVolumeSource fsType:s gateway:s protectionDomain:s readOnly:b secretRef:SecretReference sslEnabled:b storageMode:s storagePool:s system:s volumeName:s
ScaleIOVolumeSource fsType:s gateway:s protectionDomain:s readOnly:b secretRef:LocalObjectReference sslEnabled:b storageMode:s storagePool:s system:s volumeName:s
!ScopeSelector matchExpressions:[ScopedResourceSelectorRequirement
ScopedResourceSelectorRequirement operator:s scopeName:s values:[s
SeccompProfile localhostProfile:s type:s
Secret apiVersion:s data:{y immutable:b kind:s metadata:%meta.v1.ObjectMeta stringData:{s type:s
SecretEnvSource name:s optional:b
!SecretKeySelector key:s name:s optional:b
SecretProjection items:[KeyToPath name:s optional:b
!SecretReference name:s namespace:s
SecretVolumeSource defaultMode:i items:[KeyToPath optional:b secretName:s
SecurityContext allowPrivilegeEscalation:b appArmorProfile:AppArmorProfile capabilities:Capabilities privileged:b procMount:s readOnlyRootFilesystem:b runAsGroup:l runAsNonRoot:b runAsUser:l seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions
Service apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ServiceSpec status:%ServiceStatus
ServiceAccount apiVersion:s automountServiceAccountToken:b imagePullSecrets:[LocalObjectReference kind:s metadata:%meta.v1.ObjectMeta secrets:(name)ObjectReference@+name
ServiceAccountTokenProjection audience:s expirationSeconds:l path:s
ServicePort appProtocol:s name:s nodePort:i port:i=0 protocol:s="TCP" targetPort:u
ServiceSpec allocateLoadBalancerNodePorts:b clusterIP:s clusterIPs:[s externalIPs:[s externalName:s externalTrafficPolicy:s healthCheckNodePort:i internalTrafficPolicy:s ipFamilies:[s ipFamilyPolicy:s loadBalancerClass:s loadBalancerIP:s loadBalancerSourceRanges:[s ports:(port,protocol)ServicePort@+port publishNotReadyAddresses:b selector:!{s sessionAffinity:s sessionAffinityConfig:SessionAffinityConfig trafficDistribution:s type:s
ServiceStatus conditions:(type)meta.v1.Condition@+type loadBalancer:%LoadBalancerStatus
SessionAffinityConfig clientIP:ClientIPConfig
SleepAction seconds:l
StorageOSPersistentVolumeSource fsType:s readOnly:b secretRef:ObjectReference volumeName:s volumeNamespace:s
StorageOSVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeName:s volumeNamespace:s
Sysctl name:s value:s
TCPSocketAction host:s port:u
Taint effect:s key:s timeAdded:t value:s
Toleration effect:s key:s operator:s tolerationSeconds:l value:s
TopologySelectorLabelRequirement key:s values:^[s
!TopologySelectorTerm matchLabelExpressions:[TopologySelectorLabelRequirement
TopologySpreadConstraint labelSelector:meta.v1.LabelSelector matchLabelKeys:[s maxSkew:i minDomains:i nodeAffinityPolicy:s nodeTaintsPolicy:s topologyKey:s="" whenUnsatisfiable:s=""
!TypedLocalObjectReference apiGroup:s kind:s name:s
TypedObjectReference apiGroup:s kind:s name:s namespace:s
Volume awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource image:ImageVolumeSource iscsi:ISCSIVolumeSource name:s="" nfs:NFSVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeDevice devicePath:s="" name:s
VolumeMount mountPath:s="" mountPropagation:s name:s readOnly:b recursiveReadOnly:s subPath:s subPathExpr:s
VolumeMountStatus mountPath:s="" name:s readOnly:b recursiveReadOnly:s volumeStatus:VolumeStatus
VolumeNodeAffinity required:NodeSelector
VolumeProjection clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements limits:{q requests:{q
VolumeStatus image:ImageVolumeStatus
VsphereVirtualDiskVolumeSource fsType:s storagePolicyID:s storagePolicyName:s volumePath:s
WeightedPodAffinityTerm podAffinityTerm:%PodAffinityTerm weight:i
WindowsSecurityContextOptions gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s`,
  'discovery.v1': `
Endpoint addresses:^()s conditions:%EndpointConditions deprecatedTopology:{s hints:EndpointHints hostname:s nodeName:s targetRef:core.v1.ObjectReference zone:s
EndpointConditions ready:b serving:b terminating:b
EndpointHints forNodes:[ForNode forZones:[ForZone
!EndpointPort appProtocol:s name:s port:i protocol:s
EndpointSlice addressType:s apiVersion:s endpoints:[Endpoint kind:s metadata:%meta.v1.ObjectMeta ports:[EndpointPort
ForNode name:s
ForZone name:s`,
  'events.v1': `
Event action:s apiVersion:s deprecatedCount:i deprecatedFirstTimestamp:t deprecatedLastTimestamp:t deprecatedSource:%core.v1.EventSource eventTime:t kind:s metadata:%meta.v1.ObjectMeta note:s reason:s regarding:%core.v1.ObjectReference related:core.v1.ObjectReference reportingController:s reportingInstance:s series:EventSeries type:s
EventSeries count:i lastObservedTime:t`,
  'flowcontrol.v1': `
ExemptPriorityLevelConfiguration lendablePercent:i nominalConcurrencyShares:i
FlowDistinguisherMethod type:s
FlowSchema apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%FlowSchemaSpec status:%FlowSchemaStatus
FlowSchemaCondition lastTransitionTime:t message:s reason:s status:s type:s
FlowSchemaSpec distinguisherMethod:FlowDistinguisherMethod matchingPrecedence:i priorityLevelConfiguration:%PriorityLevelConfigurationReference rules:[PolicyRulesWithSubjects
FlowSchemaStatus conditions:(type)FlowSchemaCondition@+type
GroupSubject name:s
LimitResponse queuing:QueuingConfiguration type:s
LimitedPriorityLevelConfiguration borrowingLimitPercent:i lendablePercent:i limitResponse:%LimitResponse nominalConcurrencyShares:i
NonResourcePolicyRule nonResourceURLs:^()s verbs:^()s
PolicyRulesWithSubjects nonResourceRules:[NonResourcePolicyRule resourceRules:[ResourcePolicyRule subjects:^[Subject
PriorityLevelConfiguration apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%PriorityLevelConfigurationSpec status:%PriorityLevelConfigurationStatus
PriorityLevelConfigurationCondition lastTransitionTime:t message:s reason:s status:s type:s
PriorityLevelConfigurationReference name:s
PriorityLevelConfigurationSpec exempt:ExemptPriorityLevelConfiguration limited:LimitedPriorityLevelConfiguration type:s
PriorityLevelConfigurationStatus conditions:(type)PriorityLevelConfigurationCondition@+type
QueuingConfiguration handSize:i queueLengthLimit:i queues:i
ResourcePolicyRule apiGroups:^()s clusterScope:b namespaces:()s resources:^()s verbs:^()s
ServiceAccountSubject name:s namespace:s
Subject group:GroupSubject kind:s serviceAccount:ServiceAccountSubject user:UserSubject
UserSubject name:s`,
  'meta.v1': `
Condition lastTransitionTime:t message:s observedGeneration:l reason:s status:s type:s=""
DeleteOptions apiVersion:s dryRun:[s gracePeriodSeconds:l ignoreStoreReadErrorWithClusterBreakingPotential:b kind:s orphanDependents:b preconditions:Preconditions propagationPolicy:s
FieldSelectorRequirement key:s operator:s values:[s
!LabelSelector matchExpressions:[LabelSelectorRequirement matchLabels:{s
LabelSelectorRequirement key:s operator:s values:[s
ManagedFieldsEntry apiVersion:s fieldsType:s fieldsV1:# manager:s operation:s subresource:s time:t
ObjectMeta annotations:{s creationTimestamp:t deletionGracePeriodSeconds:l deletionTimestamp:t finalizers:()s@+ generateName:s generation:l labels:{s managedFields:[ManagedFieldsEntry name:s namespace:s ownerReferences:(uid)OwnerReference@+uid resourceVersion:s selfLink:s uid:s
!OwnerReference apiVersion:s blockOwnerDeletion:b controller:b kind:s name:s uid:s=""
Preconditions resourceVersion:s uid:s`,
  'networking.v1': `
HTTPIngressPath backend:%IngressBackend path:s pathType:s
HTTPIngressRuleValue paths:^[HTTPIngressPath
IPAddress apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%IPAddressSpec
IPAddressSpec parentRef:ParentReference
IPBlock cidr:s except:[s
Ingress apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%IngressSpec status:%IngressStatus
IngressBackend resource:core.v1.TypedLocalObjectReference service:IngressServiceBackend
IngressClass apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%IngressClassSpec
IngressClassParametersReference apiGroup:s kind:s name:s namespace:s scope:s
IngressClassSpec controller:s parameters:IngressClassParametersReference
IngressLoadBalancerIngress hostname:s ip:s ports:[IngressPortStatus
IngressLoadBalancerStatus ingress:[IngressLoadBalancerIngress
IngressPortStatus error:s port:i protocol:s
IngressRule host:s http:HTTPIngressRuleValue
IngressServiceBackend name:s port:%ServiceBackendPort
IngressSpec defaultBackend:IngressBackend ingressClassName:s rules:[IngressRule tls:[IngressTLS
IngressStatus loadBalancer:%IngressLoadBalancerStatus
IngressTLS hosts:[s secretName:s
NetworkPolicy apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%NetworkPolicySpec
NetworkPolicyEgressRule ports:[NetworkPolicyPort to:[NetworkPolicyPeer
NetworkPolicyIngressRule from:[NetworkPolicyPeer ports:[NetworkPolicyPort
NetworkPolicyPeer ipBlock:IPBlock namespaceSelector:meta.v1.LabelSelector podSelector:meta.v1.LabelSelector
NetworkPolicyPort endPort:i port:u protocol:s
NetworkPolicySpec egress:[NetworkPolicyEgressRule ingress:[NetworkPolicyIngressRule podSelector:%meta.v1.LabelSelector policyTypes:[s
ParentReference group:s name:s namespace:s resource:s
!ServiceBackendPort name:s number:i
ServiceCIDR apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ServiceCIDRSpec status:%ServiceCIDRStatus
ServiceCIDRSpec cidrs:[s
ServiceCIDRStatus conditions:(type)meta.v1.Condition@+type`,
  'node.v1': `
Overhead podFixed:{q
RuntimeClass apiVersion:s handler:s kind:s metadata:%meta.v1.ObjectMeta overhead:Overhead scheduling:Scheduling
Scheduling nodeSelector:!{s tolerations:[core.v1.Toleration`,
  'policy.v1': `
Eviction apiVersion:s deleteOptions:meta.v1.DeleteOptions kind:s metadata:%meta.v1.ObjectMeta
PodDisruptionBudget apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%PodDisruptionBudgetSpec status:%PodDisruptionBudgetStatus
PodDisruptionBudgetSpec maxUnavailable:u minAvailable:u selector:meta.v1.LabelSelector@ unhealthyPodEvictionPolicy:s
PodDisruptionBudgetStatus conditions:(type)meta.v1.Condition@+type currentHealthy:i desiredHealthy:i disruptedPods:{t disruptionsAllowed:i expectedPods:i observedGeneration:l`,
  'rbac.v1': `
AggregationRule clusterRoleSelectors:[meta.v1.LabelSelector
ClusterRole aggregationRule:AggregationRule apiVersion:s kind:s metadata:%meta.v1.ObjectMeta rules:[PolicyRule
ClusterRoleBinding apiVersion:s kind:s metadata:%meta.v1.ObjectMeta roleRef:%RoleRef subjects:[Subject
PolicyRule apiGroups:[s nonResourceURLs:[s resourceNames:[s resources:[s verbs:^[s
Role apiVersion:s kind:s metadata:%meta.v1.ObjectMeta rules:[PolicyRule
RoleBinding apiVersion:s kind:s metadata:%meta.v1.ObjectMeta roleRef:%RoleRef subjects:[Subject
!RoleRef apiGroup:s kind:s name:s
!Subject apiGroup:s kind:s name:s namespace:s`,
  'resource.v1': `
AllocatedDeviceStatus conditions:(type)meta.v1.Condition data:? device:s="" driver:s="" networkData:NetworkDeviceData pool:s="" shareID:s
AllocationResult allocationTimestamp:t devices:%DeviceAllocationResult nodeSelector:core.v1.NodeSelector
CELDeviceSelector expression:s
CapacityRequestPolicy default:q validRange:CapacityRequestPolicyRange validValues:[q
CapacityRequestPolicyRange max:q min:q step:q
CapacityRequirements requests:{q
Counter value:q
CounterSet counters:^{Counter name:s
Device allNodes:b allowMultipleAllocations:b attributes:{DeviceAttribute bindingConditions:[s bindingFailureConditions:[s bindsToNode:b capacity:{DeviceCapacity consumesCounters:[DeviceCounterConsumption name:s nodeAllocatableResourceMappings:{NodeAllocatableResourceMapping nodeName:s nodeSelector:core.v1.NodeSelector taints:[DeviceTaint
DeviceAllocationConfiguration opaque:OpaqueDeviceConfiguration requests:[s source:s
DeviceAllocationResult config:[DeviceAllocationConfiguration results:[DeviceRequestAllocationResult
DeviceAttribute bool:b bools:[b int:l ints:[l string:s strings:[s version:s versions:[s
DeviceCapacity requestPolicy:CapacityRequestPolicy value:q
DeviceClaim config:[DeviceClaimConfiguration constraints:[DeviceConstraint requests:[DeviceRequest
DeviceClaimConfiguration opaque:OpaqueDeviceConfiguration requests:[s
DeviceClass apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%DeviceClassSpec
DeviceClassConfiguration opaque:OpaqueDeviceConfiguration
DeviceClassSpec config:[DeviceClassConfiguration extendedResourceName:s selectors:[DeviceSelector
DeviceConstraint distinctAttribute:s matchAttribute:s requests:[s
DeviceCounterConsumption counterSet:s counters:^{Counter
DeviceRequest exactly:ExactDeviceRequest firstAvailable:[DeviceSubRequest name:s
DeviceRequestAllocationResult adminAccess:b bindingConditions:[s bindingFailureConditions:[s consumedCapacity:{q device:s driver:s pool:s request:s shareID:s tolerations:[DeviceToleration
DeviceSelector cel:CELDeviceSelector
DeviceSubRequest allocationMode:s capacity:CapacityRequirements count:l deviceClassName:s name:s selectors:[DeviceSelector tolerations:[DeviceToleration
DeviceTaint effect:s key:s timeAdded:t value:s
DeviceToleration effect:s key:s operator:s tolerationSeconds:l value:s
ExactDeviceRequest adminAccess:b allocationMode:s capacity:CapacityRequirements count:l deviceClassName:s selectors:[DeviceSelector tolerations:[DeviceToleration
NetworkDeviceData hardwareAddress:s interfaceName:s ips:[s
NodeAllocatableResourceMapping allocationMultiplier:q capacityKey:s
OpaqueDeviceConfiguration driver:s parameters:?
ResourceClaim apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ResourceClaimSpec status:%ResourceClaimStatus
ResourceClaimConsumerReference apiGroup:s name:s resource:s uid:s=""
ResourceClaimSpec devices:%DeviceClaim
ResourceClaimStatus allocation:AllocationResult devices:(driver,device,pool,shareID)AllocatedDeviceStatus reservedFor:(uid)ResourceClaimConsumerReference@+uid
ResourceClaimTemplate apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ResourceClaimTemplateSpec
ResourceClaimTemplateSpec metadata:%meta.v1.ObjectMeta spec:%ResourceClaimSpec
ResourcePool generation:l name:s resourceSliceCount:l
ResourceSlice apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%ResourceSliceSpec
ResourceSliceSpec allNodes:b devices:[Device driver:s nodeName:s nodeSelector:core.v1.NodeSelector perDeviceNodeSelection:b pool:%ResourcePool sharedCounters:[CounterSet`,
  'scheduling.v1': `
PriorityClass apiVersion:s description:s globalDefault:b kind:s metadata:%meta.v1.ObjectMeta preemptionPolicy:s value:i`,
  'storage.v1': `
CSIDriver apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%CSIDriverSpec
CSIDriverSpec attachRequired:b fsGroupPolicy:s nodeAllocatableUpdatePeriodSeconds:l podInfoOnMount:b preventPodSchedulingIfMissing:b requiresRepublish:b seLinuxMount:b serviceAccountTokenInSecrets:b storageCapacity:b tokenRequests:[TokenRequest volumeLifecycleModes:()s
CSINode apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%CSINodeSpec
CSINodeDriver allocatable:VolumeNodeResources name:s="" nodeID:s topologyKeys:[s
CSINodeSpec drivers:^(name)CSINodeDriver@+name
CSIStorageCapacity apiVersion:s capacity:q kind:s maximumVolumeSize:q metadata:%meta.v1.ObjectMeta nodeTopology:meta.v1.LabelSelector storageClassName:s
StorageClass allowVolumeExpansion:b allowedTopologies:[core.v1.TopologySelectorTerm apiVersion:s kind:s metadata:%meta.v1.ObjectMeta mountOptions:[s parameters:{s provisioner:s reclaimPolicy:s volumeBindingMode:s
TokenRequest audience:s expirationSeconds:l
VolumeAttachment apiVersion:s kind:s metadata:%meta.v1.ObjectMeta spec:%VolumeAttachmentSpec status:%VolumeAttachmentStatus
VolumeAttachmentSource inlineVolumeSpec:core.v1.PersistentVolumeSpec persistentVolumeName:s
VolumeAttachmentSpec attacher:s nodeName:s source:%VolumeAttachmentSource
VolumeAttachmentStatus attachError:VolumeError attached:b attachmentMetadata:{s detachError:VolumeError
VolumeAttributesClass apiVersion:s driverName:s kind:s metadata:%meta.v1.ObjectMeta parameters:{s
VolumeError errorCode:i message:s time:t
VolumeNodeResources count:i`,
};
